import { sql, type Kysely } from 'kysely';

/**
 * Referrals. Status and both sides stand in the case, as they decide who sees it; question, conversation and files beside it. The case of
 * a referral has no version until one is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table cases add column referral_status text, add column referred_by uuid, add column referred_to uuid,
    add column referred_speciality_id uuid references specialities`,
  `create index cases_referred_by on cases (organisation_id, referred_by, updated_at) where referred_by is not null`,
  `create index cases_referred_to on cases (organisation_id, referred_to, updated_at) where referred_to is not null`,
  `create index cases_referred_speciality on cases (organisation_id, referred_speciality_id, updated_at)
    where referred_speciality_id is not null`,
  `create table referrals (
    organisation_id uuid not null, case_id uuid not null, question text not null, procedures jsonb not null, answer text,
    submitted_at timestamptz, ended jsonb,
    primary key (organisation_id, case_id), foreign key (organisation_id, case_id) references cases)`,
  `create table referral_messages (
    organisation_id uuid not null, case_id uuid not null, seq integer not null, at timestamptz not null, user_id uuid not null,
    user_name text not null, move text not null, text text not null,
    primary key (organisation_id, case_id, seq), foreign key (organisation_id, case_id) references referrals)`,
  `create table referral_attachments (
    organisation_id uuid not null, id uuid not null, case_id uuid not null, name text not null, type text not null, size integer not null,
    sha256 text not null, bytes bytea not null, at timestamptz not null, user_id uuid not null, user_name text not null,
    primary key (organisation_id, id), unique (organisation_id, case_id, sha256),
    foreign key (organisation_id, case_id) references referrals)`,
];
