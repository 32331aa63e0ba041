import { sql, type Kysely } from 'kysely';

/**
 * A clinician's grade and registration number as they were at the signature: a document drawn again later says the same. A viewing
 * copy is made of every signed form that is no longer in force.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signatures add column credentials jsonb`.execute(db);
  await sql`
    insert into jobs (id, organisation_id, kind, payload, dedup, state, attempts, next_at, created_at)
    select gen_random_uuid(), c.organisation_id, 'VIEW', jsonb_build_object('consentID', c.id), 'view:' || c.id, 'DUE', 0, now(), now()
    from consents c where c.status in ('WITHDRAWN', 'SUPERSEDED') and c.seal_state = 'SEALED'
    on conflict (organisation_id, dedup) do nothing`.execute(db);
}
