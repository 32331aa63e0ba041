import { sql, type Kysely } from 'kysely';

/** The people who see to needs of cases; `user_id` null once nobody does any more, so that tablets hear of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A server of the build before deletes a record without knowing of these rows: they go with their case.
  `create table claims (
    organisation_id uuid not null, case_id uuid not null, need text not null, user_id uuid, at timestamptz not null,
    primary key (organisation_id, case_id, need),
    foreign key (organisation_id, case_id) references cases on delete cascade)`,
  `create index claims_at on claims (organisation_id, at)`,
  `create function notify_of_claims() returns trigger language plpgsql as $$
    begin
      perform pg_notify('assent_changes', 'changed ' || organisation_id || ' ' || case_id) from
        (select distinct organisation_id, case_id from changed) as told;
      return null;
    end $$`,
  ...['insert', 'update'].map(
    (event) => `create trigger claims_notify_${event} after ${event} on claims
      referencing new table as changed for each statement execute function notify_of_claims()`,
  ),
];
