import { sql, type Kysely } from 'kysely';
import { HOLDING_ORGANISATION } from '#server/data/accounts/holding-organisation.ts';

/** People and access: codes, second factors, plans, tablets, mails, the security log; and what replay from tablets needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A registering user belongs to no organisation until the profile names one; an empty database gets its rows from the seed.
  `insert into organisations (id, name, created_at) 
    select '${HOLDING_ORGANISATION}', 'No organisation yet', now() where exists (select 1 from organisations)`,
  `alter table users alter column password_hash drop not null`,
  `alter table users add column last_sign_in_at timestamptz`,
  `alter table roles add column is_seeded boolean not null default false`,
  `update roles set is_seeded = true`,
  `alter table sessions drop constraint sessions_organisation_id_user_id_fkey`,
  `alter table sessions add foreign key (organisation_id, user_id) references users on update cascade`,
  `alter table sessions add column device_id uuid, add column address text, add column agent text`,

  `create table one_time_codes (
    id uuid primary key, user_id uuid not null references users (id) on delete cascade, purpose text not null, code_hash text not null,
    tries integer not null default 0, created_at timestamptz not null, ends_at timestamptz not null, used_at timestamptz)`,
  `create index one_time_codes_user on one_time_codes (user_id, purpose, created_at)`,
  `create table half_sign_ins (user_id uuid primary key references users (id) on delete cascade, at timestamptz not null)`,
  `create table second_factors (
    user_id uuid primary key references users (id) on delete cascade, secret text not null, last_step bigint, confirmed_at timestamptz, created_at timestamptz not null)`,
  `create table known_places (user_id uuid not null references users (id) on delete cascade, place_hash text not null, seen_at timestamptz not null, primary key (user_id, place_hash))`,

  `create table subscriptions (
    organisation_id uuid not null references organisations, id uuid not null, name text not null, specialities jsonb not null,
    start_date date not null, end_date date, primary key (organisation_id, id))`,
  `create table user_subscriptions (
    organisation_id uuid not null, user_id uuid not null, subscription_id uuid not null, primary key (organisation_id, user_id, subscription_id),
    foreign key (organisation_id, user_id) references users on update cascade on delete cascade, foreign key (organisation_id, subscription_id) references subscriptions)`,
  `insert into subscriptions (organisation_id, id, name, specialities, start_date, end_date)
    select id, id, 'Standard access', '[]'::jsonb, '2020-01-01', null from organisations where id <> '${HOLDING_ORGANISATION}'`,

  `create table devices (
    organisation_id uuid not null references organisations, id uuid not null, name text not null, first_used_at timestamptz not null, last_used_at timestamptz not null,
    last_user_id uuid, unsent integer not null default 0, revoked_at timestamptz, primary key (organisation_id, id))`,
  `create table device_shares (
    organisation_id uuid not null, device_id uuid not null, user_id uuid not null, share text not null, created_at timestamptz not null,
    primary key (organisation_id, device_id, user_id), foreign key (organisation_id, device_id) references devices)`,

  `create table mails (
    organisation_id uuid not null references organisations, id uuid not null, user_id uuid, kind text not null, address text not null, name text not null,
    subject text not null, body jsonb, state text not null, error text, created_at timestamptz not null, sent_at timestamptz,
    primary key (organisation_id, id))`,
  `create index mails_user on mails (user_id, created_at)`,

  `create table security_log (
    organisation_id uuid not null references organisations, id uuid not null, at timestamptz not null, type text not null, actor_id uuid, actor text,
    subject text, address text, detail text not null, primary key (organisation_id, id))`,
  `create index security_log_at on security_log (organisation_id, at)`,
  `create trigger security_log_append_only before update or delete on security_log for each row execute function refuse_change()`,
  `create trigger security_log_never_emptied before truncate on security_log for each statement execute function refuse_change()`,
  `create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'this log is append-only'; end $$`,

  // Op ids are kept for ever: a tablet that is found a year later cannot do anything twice.
  `create table entity_ops (
    owner text not null, op_id uuid not null, organisation_id uuid not null, entity text not null, entity_id uuid, version integer, user_id uuid, device_id uuid,
    captured_at timestamptz, received_at timestamptz not null, clock_offset bigint, primary key (owner, op_id))`,
  `create index entity_ops_entity on entity_ops (organisation_id, entity, entity_id)`,
];
