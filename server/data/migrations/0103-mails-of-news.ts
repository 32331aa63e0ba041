import { sql, type Kysely } from 'kysely';

/** The mail that told an account of news: where it cannot be delivered, the team of the case hears in its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A server of the build before leaves it empty: its mails are followed by nothing, as before.
  `alter table notifications add column mail_id uuid`,
  `create index notifications_mail on notifications (organisation_id, mail_id) where mail_id is not null`,
];
