import { sql, type Kysely } from 'kysely';

/**
 * Links by which a signer answers away from the ward. A link has several tokens: a reminder adds one. A visit by a link is a handover
 * without a tablet: it belongs to the link instead of to a session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table links (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, role text not null, signing_order integer not null,
    channel text not null, address text, sent_by uuid not null, tries integer not null default 0,
    reminders integer not null default 0, reminded_at timestamptz, created_at timestamptz not null, ends_at timestamptz not null,
    opened_at timestamptz, verified_at timestamptz, locked_at timestamptz, ended_at timestamptz, ended_by text,
    primary key (organisation_id, id), foreign key (organisation_id, consent_id) references consents)`,
  // One live link for each signer.
  `create unique index links_live on links (organisation_id, consent_id, signing_order) where ended_at is null`,
  `create index links_signer on links (organisation_id, consent_id, signing_order, created_at)`,
  `create index links_ends on links (ends_at) where ended_at is null`,
  `create table link_tokens (
    token_hash text primary key, organisation_id uuid not null, link_id uuid not null, created_at timestamptz not null,
    foreign key (organisation_id, link_id) references links on delete cascade)`,
  `create index link_tokens_link on link_tokens (organisation_id, link_id)`,
  `alter table handovers alter column session_id drop not null`,
  `alter table handovers add column link_id uuid`,
  `alter table handovers add foreign key (organisation_id, link_id) references links on delete cascade`,
  `create index handovers_link on handovers (organisation_id, link_id) where link_id is not null`,
  `alter table mails add column link_id uuid`,
  `create index mails_link on mails (organisation_id, link_id, created_at) where link_id is not null`,
];
