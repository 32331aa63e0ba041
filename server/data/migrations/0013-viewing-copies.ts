import { sql, type Kysely } from 'kysely';

/** No event tells the digest of the viewing copies that are there: each is made anew, with its event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into jobs (id, organisation_id, kind, payload, dedup, state, attempts, next_at, created_at)
    select gen_random_uuid(), d.organisation_id, 'VIEW', jsonb_build_object('consentID', d.consent_id), 'view:' || d.consent_id, 'DUE', 0, now(), now()
    from documents d where d.kind = 'VIEW'
    on conflict (organisation_id, dedup) do update set state = 'DUE', attempts = 0, next_at = now(), lease_until = null
    where jobs.state = 'DONE'`.execute(db);
}
