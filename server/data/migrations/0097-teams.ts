import { sql, type Kysely } from 'kysely';

/** Mailboxes of specialities, news for them, kinds of news that somebody does not want, and who stands in for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table team_mailboxes (
    organisation_id uuid not null references organisations, speciality_id uuid not null references specialities,
    name text not null, email text not null,
    primary key (organisation_id, speciality_id))`,
  `alter table notifications add column team_id uuid`,
  // A server of the build before takes news of a team for that of a signer without an address, and drops it: the need stays on Home.
  `alter table notifications drop constraint notifications_one`,
  `alter table notifications add constraint notifications_one check (num_nonnulls(user_id, signing_order, team_id) = 1)`,
  `alter table users add column messages_off jsonb not null default '[]', add column cover jsonb`,
];
