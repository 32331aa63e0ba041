import { sql, type Kysely } from 'kysely';

/**
 * A version has a document for each confirmation on the day, named by its event. Confirmations from before have none yet: theirs are
 * made, where the form is sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table documents add column event_id uuid`,
  `drop index documents_kind`,
  `create unique index documents_kind on documents (organisation_id, consent_id, kind, event_id) nulls not distinct`,
  `insert into jobs (id, organisation_id, kind, payload, dedup, state, attempts, next_at, created_at)
    select gen_random_uuid(), v.organisation_id, 'CONFIRMATION', jsonb_build_object('consentID', v.id), 'confirmation:' || v.id, 'DUE', 0, now(), now()
    from consents v where v.confirmation is not null and v.seal_state = 'SEALED'
    on conflict (organisation_id, dedup) do nothing`,
];
