import { sql, type Kysely } from 'kysely';
import { refreshDerived } from '#server/data/sync/refresh-derived.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/**
 * The hospital number as identities are compared, with its index: two spellings of one number are found as likely doubles. The text of
 * searches is worked out anew with it, as numbers are closed up in it too.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table patients add column hospital_key text`.execute(db);
  await refreshDerived(db);
  await sql`create index patients_hospital_key on patients (organisation_id, hospital_key) where hospital_key is not null`.execute(
    db,
  );
}
