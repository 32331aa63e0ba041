import { sql, type Kysely } from 'kysely';

/**
 * Where an imported version comes from, and who signed it on paper. It has no seal and never gets one: the index of versions that wait
 * for theirs leaves it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table consents add column origin jsonb, add column imported_signers jsonb`,
  `create unique index consents_external on consents (organisation_id, (origin ->> 'externalID')) where origin ->> 'externalID' is not null`,
  `drop index consents_unsealed`,
  `create index consents_unsealed on consents (signed_at) where signed_at is not null and seal_state <> 'SEALED' and pinned is not null`,
];
