import { sql, type Kysely } from 'kysely';

/**
 * The first schema. The organisation's id stands first in every clinical key, so that the tables can be spread by organisation;
 * no sequence is shown to people: numbers they see are counters of their organisation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table settings (name text primary key, value jsonb not null)`,
  `create table organisations (id uuid primary key, name text not null, created_at timestamptz not null)`,
  `create table specialities (id uuid primary key, name text not null unique)`,
  `create table roles (
    organisation_id uuid not null references organisations, id uuid not null, key text not null, name text not null,
    account_type text not null, permissions jsonb not null, created_at timestamptz not null, updated_at timestamptz not null,
    primary key (organisation_id, id), unique (organisation_id, key))`,
  `create table users (
    organisation_id uuid not null references organisations, id uuid not null, email text not null unique, password_hash text not null,
    first_name text not null, last_name text not null, phone_number text, grade text, speciality_id uuid references specialities,
    consultant_code text, account_type text not null, requested_role text, role_id uuid, status text not null, expiry_date date,
    two_factor_enabled boolean not null default false, policy_version text, created_at timestamptz not null, updated_at timestamptz not null,
    primary key (organisation_id, id), unique (id), foreign key (organisation_id, role_id) references roles)`,
  `create table sessions (
    organisation_id uuid not null, id uuid not null primary key, user_id uuid not null, signed_in_at timestamptz not null,
    ends_at timestamptz not null, ended_at timestamptz, unlock_failures integer not null default 0,
    foreign key (organisation_id, user_id) references users)`,
  `create index sessions_user on sessions (organisation_id, user_id)`,
  `create table session_tokens (token_hash text primary key, session_id uuid not null references sessions on delete cascade, created_at timestamptz not null)`,
  `create table throttles (name text primary key, hits integer not null, resets_at timestamptz not null)`,
  `create table counters (organisation_id uuid not null references organisations, name text not null, value integer not null, primary key (organisation_id, name))`,

  `create table patients (
    organisation_id uuid not null references organisations, id uuid not null, number integer not null, first_name text not null, last_name text not null,
    date_of_birth date not null, nhs_number text, hospital_number text, sex text, email text, phone text, address text,
    communication jsonb not null, status text not null, merged_into uuid, search text not null, version integer not null,
    created_at timestamptz not null, updated_at timestamptz not null, created_by uuid not null,
    primary key (organisation_id, id), unique (organisation_id, number))`,
  `create index patients_nhs on patients (organisation_id, nhs_number)`,
  `create index patients_born on patients (organisation_id, date_of_birth)`,
  `create index patients_name on patients (organisation_id, last_name, first_name)`,

  `create table procedures (
    organisation_id uuid not null references organisations, id uuid not null, version integer not null, is_current boolean not null, status text not null,
    name text not null, acronym text not null, fields jsonb not null, clinically_reviewed boolean not null, created_at timestamptz not null,
    primary key (organisation_id, id, version))`,
  `create unique index procedures_current on procedures (organisation_id, id) where is_current`,
  `create table templates (
    organisation_id uuid not null references organisations, id uuid not null, version integer not null, is_current boolean not null,
    name text not null, form_type text not null, speciality text, nodes jsonb not null, created_at timestamptz not null,
    primary key (organisation_id, id, version))`,
  `create unique index templates_current on templates (organisation_id, id) where is_current`,

  `create table cases (
    organisation_id uuid not null, id uuid not null, patient_id uuid not null, clinician_id uuid not null, status text not null,
    current_consent_id uuid, in_force_consent_id uuid, version integer not null, created_at timestamptz not null, updated_at timestamptz not null,
    deleted_at timestamptz, primary key (organisation_id, id), foreign key (organisation_id, patient_id) references patients)`,
  `create index cases_patient on cases (organisation_id, patient_id)`,
  `create index cases_updated on cases (organisation_id, updated_at)`,
  `create table consents (
    organisation_id uuid not null, id uuid not null, case_id uuid not null, previous_id uuid, version_number integer not null, form_type text not null,
    status text not null, seal_state text not null, confirm_state text not null, content jsonb not null, old_procedures jsonb not null, pinned jsonb, digest text,
    verify_code text unique, active_tab integer not null, patient_comments text not null default '', interpreter_comments text not null default '',
    clinician_id uuid not null, version integer not null, created_at timestamptz not null, updated_at timestamptz not null,
    sent_at timestamptz, signed_at timestamptz, sealed_at timestamptz, deleted_at timestamptz,
    primary key (organisation_id, id), unique (organisation_id, case_id, version_number),
    foreign key (organisation_id, case_id) references cases, foreign key (organisation_id, clinician_id) references users)`,
  `create index consents_updated on consents (organisation_id, updated_at)`,
  `create table recipients (
    organisation_id uuid not null, consent_id uuid not null, role text not null, signing_order integer not null, name text not null, email text,
    state text not null, method text, signed_at timestamptz, identity jsonb,
    primary key (organisation_id, consent_id, role), foreign key (organisation_id, consent_id) references consents)`,
  `create table signatures (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, role text not null, user_id uuid, handover_id uuid, given jsonb not null,
    captured_at timestamptz not null, received_at timestamptz not null, cancelled_at timestamptz,
    primary key (organisation_id, id), foreign key (organisation_id, consent_id) references consents)`,
  `create unique index signatures_once on signatures (organisation_id, consent_id, role) where cancelled_at is null`,
  `create table questions (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, asked_by text not null, text text not null, asked_at timestamptz not null,
    answer text, answered_by text, answered_at timestamptz,
    primary key (organisation_id, id), foreign key (organisation_id, consent_id) references consents)`,
  `create table timeline (
    organisation_id uuid not null, case_id uuid not null, seq integer not null, id uuid not null, at timestamptz not null, device_at timestamptz,
    type text not null, actor jsonb not null, version_id uuid, detail jsonb not null, prev_hash text not null, hash text not null,
    primary key (organisation_id, case_id, seq), foreign key (organisation_id, case_id) references cases)`,
  `create table documents (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, kind text not null, sha256 text not null, bytes bytea not null,
    level text, made_at timestamptz not null, primary key (organisation_id, id), foreign key (organisation_id, consent_id) references consents)`,
  `create unique index documents_kind on documents (organisation_id, consent_id, kind)`,
  `create index documents_sha256 on documents (sha256)`,
  `create table document_links (token_hash text primary key, organisation_id uuid not null, document_id uuid not null, ends_at timestamptz not null)`,
  `create table handovers (
    organisation_id uuid not null, id uuid not null, consent_id uuid not null, role text not null, session_id uuid not null references sessions on delete cascade,
    user_id uuid not null, started_at timestamptz not null, ended_at timestamptz,
    primary key (organisation_id, id), foreign key (organisation_id, consent_id) references consents)`,
  `create table tickets (
    token_hash text primary key, organisation_id uuid not null, handover_id uuid not null, ends_at timestamptz not null,
    foreign key (organisation_id, handover_id) references handovers on delete cascade)`,
  `create index tickets_handover on tickets (organisation_id, handover_id)`,

  `create table idempotency (
    owner text not null, op_id uuid not null, route text not null, body_sha256 text not null, answer jsonb, created_at timestamptz not null,
    primary key (owner, op_id))`,
  `create table jobs (
    id uuid primary key, organisation_id uuid not null, kind text not null, payload jsonb not null, dedup text not null unique, state text not null,
    attempts integer not null default 0, next_at timestamptz not null, lease_until timestamptz, last_error text, created_at timestamptz not null)`,
  `create index jobs_due on jobs (next_at) where state = 'DUE'`,

  // The timeline only grows: not even the server's own mistake can change what was written.
  `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'the timeline is append-only'; end $$`,
  `create trigger timeline_append_only before update or delete on timeline for each row execute function refuse_change()`,
  `create trigger timeline_never_emptied before truncate on timeline for each statement execute function refuse_change()`,
];
