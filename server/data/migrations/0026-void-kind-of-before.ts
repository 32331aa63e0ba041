import { sql, type Kysely } from 'kysely';

/**
 * A version that was recorded in error always has a kind: voided without one is a version that a newer one ended. Those that were
 * recorded in error before kinds were asked for get the one for any other reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The time of the change lets tablets fetch them again.
  await sql`update consents v set void_kind = 'OTHER', updated_at = now() where v.status = 'VOIDED' and v.void_kind is null
    and exists (select from timeline t where t.organisation_id = v.organisation_id and t.version_id = v.id
      and t.type = 'VOIDED' and t.detail->'by' is null)`.execute(db);
}
