import { sql, type Kysely } from 'kysely';

/**
 * Indexes by which lists, details and the search for duplicates are read, so that a read costs the same whatever has been kept.
 * Lists walk them newest first; each foreign key that a call follows has one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `drop index cases_updated`,
  `create index cases_updated on cases (organisation_id, updated_at desc, id)`,
  `create index cases_status on cases (organisation_id, status, updated_at desc, id)`,
  `create index cases_clinician on cases (organisation_id, clinician_id, updated_at desc, id)`,
  `drop index consents_updated`,
  `create index consents_updated on consents (organisation_id, updated_at desc, id)`,
  `create index consents_status on consents (organisation_id, status, updated_at desc, id)`,
  `create index consents_clinician on consents (organisation_id, clinician_id, updated_at desc, id)`,
  `create index consents_deleted on consents (organisation_id, deleted_at) where deleted_at is not null`,
  `create index signatures_consent on signatures (organisation_id, consent_id)`,
  `create index questions_consent on questions (organisation_id, consent_id)`,
  `create index handovers_consent on handovers (organisation_id, consent_id)`,
  `create index timeline_at on timeline (organisation_id, at, case_id)`,
  `drop index patients_name`,
  `create index patients_name on patients (organisation_id, last_name, first_name, id)`,
  `create index patients_creator on patients (organisation_id, created_by, updated_at)`,
  `create index patients_updated on patients (organisation_id, updated_at)`,
  `create index patients_hospital_number on patients (organisation_id, hospital_number) where hospital_number is not null`,
  // The folded last name stands first in the text that searches run over; bytes are compared, so that the order needs no locale.
  `drop index patients_born`,
  `create index patients_born on patients (organisation_id, date_of_birth, left(search, 60) text_pattern_ops)`,
  // A role without the right to create extensions, or a server without this one, searches without the index.
  `do $$ begin
    create extension if not exists pg_trgm;
    create index patients_search on patients using gin (search gin_trgm_ops);
  exception when insufficient_privilege or feature_not_supported or undefined_file then
    raise notice 'pg_trgm cannot be created: patients are searched without its index';
  end $$`,
];
