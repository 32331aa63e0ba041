import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * Packs of all that is stored of a patient, for that patient: who asked, what is decided about lines that are about others, and where the
 * sealed parts are. The administrators' role gets the right to them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  // The roles are changed, and marked anew.
  await createRowMarks(db);
}

const STATEMENTS = [
  `update roles set permissions = permissions || '["privacy.manage"]'
    where key = 'ADMIN' and is_seeded and not permissions @> '["privacy.manage"]'`,
  // A server of the build before deletes a record without knowing of these rows: they go with their patient.
  `create table subject_packs (
    organisation_id uuid not null, id uuid not null, patient_id uuid not null, for_whom text not null, reason text not null, state text not null,
    asked_by uuid not null, asked_name text not null, asked_at timestamptz not null, drafted_at timestamptz, released_by uuid, released_name text,
    released_at timestamptz, made_at timestamptz, ends_at timestamptz, counts jsonb, sealed_key text,
    primary key (organisation_id, id),
    foreign key (organisation_id, patient_id) references patients on delete cascade,
    constraint subject_packs_state check (state in ('PREPARING', 'DRAFT', 'RELEASED', 'READY', 'ENDED')),
    constraint subject_packs_released check ((released_by is null) = (released_at is null)))`,
  `create index subject_packs_asked on subject_packs (organisation_id, asked_at desc, id)`,
  `create index subject_packs_patient on subject_packs (organisation_id, patient_id)`,
  `create index subject_packs_ends on subject_packs (ends_at) where state = 'READY'`,
  `create table subject_pack_lines (
    organisation_id uuid not null, id uuid not null, pack_id uuid not null, kind text not null, of_table text not null, row_key text not null,
    of_column text not null, consent_id uuid, words text not null, sha256 text not null, decision text, reason text, decided_by uuid, decided_name text,
    decided_at timestamptz,
    primary key (organisation_id, id),
    unique (organisation_id, pack_id, of_table, row_key, of_column),
    foreign key (organisation_id, pack_id) references subject_packs on delete cascade,
    constraint subject_pack_lines_decided check ((decision is null) = (decided_by is null)),
    constraint subject_pack_lines_decision check (decision in ('KEEP', 'WITHHOLD')))`,
  `create index subject_pack_lines_pack on subject_pack_lines (organisation_id, pack_id, (decision is not null), id)`,
  `create index jobs_packs_done on jobs (created_at) where kind = 'PACK' and state = 'DONE'`,
  `create table subject_pack_parts (
    organisation_id uuid not null, pack_id uuid not null, number integer not null, file text not null, bytes bigint not null, sha256 text not null,
    primary key (organisation_id, pack_id, number),
    foreign key (organisation_id, pack_id) references subject_packs on delete cascade)`,
];
