import { sql, type Kysely } from 'kysely';

/** Signers add notes once they have answered: the cases with one are found without reading their timelines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index timeline_notes on timeline (organisation_id, case_id) where type = 'NOTE_WRITTEN'`).execute(db);
}
