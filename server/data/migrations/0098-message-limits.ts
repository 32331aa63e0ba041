import { sql, type Kysely } from 'kysely';

/** News for the person whom an organisation names for what is urgent; the shares of a month's messages that its administrators know of; letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table notifications add column to_contact boolean, add constraint notifications_to_contact check (to_contact)`,
  // A server of the build before takes such news for that of a signer without an address, and drops it: the need stays on Home.
  `alter table notifications drop constraint notifications_one`,
  `alter table notifications add constraint notifications_one check (num_nonnulls(user_id, signing_order, team_id, to_contact) = 1)`,
  `alter table message_usage add column mailed_share integer not null default 0`,
  // The figures of messages cost the same whatever has been sent.
  `create index deliveries_due on deliveries (due_at) where state = 'WAITING'`,
  `create index message_usage_month on message_usage (month, channel)`,
  // PRINT: made here, and posted by whoever made it.
  `alter table deliveries drop constraint deliveries_service`,
  `alter table deliveries add constraint deliveries_service check (service in ('GOVUK', 'NHS', 'PRINT'))`,
];
