import { sql, type Kysely } from 'kysely';

/**
 * Messages to people who sign that go by another way than email, the addresses that a service refused, and the way by which a link went. A server of
 * the build before sends none and goes on with mails; it takes a link that went otherwise for one without an address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // EMAIL and QR stand in `channel`, as ever.
  `alter table links add column way text, add constraint links_way check (way in ('SMS', 'APP', 'LETTER'))`,
  // A server of the build before deletes a record without knowing of these rows: they go with their case.
  `create table deliveries (
    organisation_id uuid not null, id uuid not null, case_id uuid not null, consent_id uuid not null, signing_order integer not null,
    link_id uuid not null, kind text not null, news text, channel text not null, service text not null, language text not null,
    recipient text, recipient_mac text not null, body text, is_uncounted boolean not null, is_urgent boolean not null,
    is_address_confirmed boolean not null, state text not null, reason text, provider_id text, begun_at timestamptz,
    attempts integer not null default 0, lease_until timestamptz, next_at timestamptz not null, due_at timestamptz not null, parts integer, created_at timestamptz not null,
    sent_at timestamptz, settled_at timestamptz, looked_at timestamptz, followed_at timestamptz,
    primary key (organisation_id, id),
    foreign key (organisation_id, case_id) references cases on delete cascade,
    constraint deliveries_state check (state in ('WAITING', 'SENT', 'DELIVERED', 'FAILED', 'DROPPED')),
    constraint deliveries_kind check (kind in ('LINK', 'LINK_REMINDER', 'NEWS')),
    constraint deliveries_channel check (channel in ('SMS', 'APP', 'LETTER')),
    constraint deliveries_service check (service in ('GOVUK', 'NHS')))`,
  `create unique index deliveries_id on deliveries (id)`,
  `create index deliveries_case on deliveries (organisation_id, case_id)`,
  `create index deliveries_link on deliveries (organisation_id, link_id, created_at)`,
  `create index deliveries_signer on deliveries (organisation_id, consent_id, signing_order, created_at)`,
  `create index deliveries_recipient on deliveries (organisation_id, recipient_mac, created_at)`,
  `create index deliveries_waiting on deliveries (channel, next_at) where state = 'WAITING'`,
  `create index deliveries_sent on deliveries (sent_at) where state = 'SENT'`,
  `create index deliveries_failed on deliveries (settled_at) where state in ('FAILED', 'DROPPED') and followed_at is null`,
  `create table dead_addresses (
    organisation_id uuid not null, recipient_mac text not null, channel text not null, at timestamptz not null,
    primary key (organisation_id, recipient_mac, channel))`,
  `create index dead_addresses_at on dead_addresses (at)`,
  `create table callback_keys (hash text primary key, at timestamptz not null)`,
  `create index callback_keys_at on callback_keys (at)`,
  `create function notify_of_deliveries() returns trigger language plpgsql as $$
    begin
      perform pg_notify('assent_changes', 'changed ' || organisation_id || ' ' || case_id) from
        (select distinct organisation_id, case_id from changed) as told;
      return null;
    end $$`,
  ...['insert', 'update'].map(
    (event) => `create trigger deliveries_notify_${event} after ${event} on deliveries
      referencing new table as changed for each statement execute function notify_of_deliveries()`,
  ),
];
