import { sql, type Kysely } from 'kysely';

/** Adds indexes for the audit trail: changes of patients' details by their times, and the exports of one record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index patient_changes_at on patient_changes (organisation_id, at)`,
  `create index security_log_exports on security_log (organisation_id, subject, at) where type = 'RECORD_EXPORTED'`,
];
