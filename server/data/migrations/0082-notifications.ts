import { sql, type Kysely } from 'kysely';

/** News of cases for staff and signers, until a mail of each has been queued; and nothing of what a form says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // A server of the build before deletes a record without knowing of these rows: they go with their case.
  `create table notifications (
    organisation_id uuid not null, id uuid not null, event_id uuid not null, case_id uuid not null, consent_id uuid not null,
    kind text not null, recipient text not null, user_id uuid, signing_order integer, link_id uuid,
    speed text not null, is_urgent boolean not null default false, due_at timestamptz not null, state text not null,
    reason text, created_at timestamptz not null, settled_at timestamptz,
    primary key (organisation_id, id),
    unique (organisation_id, event_id, kind, recipient),
    foreign key (organisation_id, case_id) references cases on delete cascade,
    constraint notifications_one check ((user_id is null) <> (signing_order is null)),
    constraint notifications_state check (state in ('OPEN', 'SENT', 'DROPPED')))`,
  `create index notifications_due on notifications (due_at) where state = 'OPEN'`,
  `create index notifications_user on notifications (organisation_id, user_id, settled_at)`,
  `create index notifications_over on notifications (settled_at) where state <> 'OPEN'`,
  `create index notifications_case on notifications (organisation_id, case_id)`,
];
