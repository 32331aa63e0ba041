import { hospitalKeyOf } from '#domain/patients/likely-duplicates.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { insertOf } from '#server/data/patients/enter-patients.ts';
import { searchPrefix, PREFIX } from '#server/data/patient-search.ts';
import { visiblePatients, type PatientInsert, type PatientRow, type PatientVisibility } from '#server/data/patients/patients.ts';

/** The values by which other records of these people are found. */
export type SharedValues = {
  readonly nhsNumbers: readonly string[];
  readonly hospitalNumbers: readonly string[];
  readonly born: readonly { readonly dateOfBirth: string; readonly lastName: string }[];
};

/** Patients that are compared with one file, the oldest records first [choice]. */
const COMPARED_PATIENTS_MOST = 20_000;

/**
 * The patients that share a number, or a birth date and the folded last name, with any of these, in one statement, the oldest first; with
 * records that are merged into others, and of each the record in use.
 */
export async function recordsSharing(db: Db, reach: PatientVisibility, shared: SharedValues): Promise<PatientRow[]> {
  const ids = sql<string>`(with found as materialized (${idsSharing(reach, shared)})
    select id from found
    union select m.survivor_id from found join patients m on m.organisation_id = ${reach.organisationId} and m.id = found.id
      where m.survivor_id is not null)`;
  const query = visiblePatients(db, reach).where('id', 'in', ids);
  return query.selectAll().orderBy('created_at').orderBy('id').limit(COMPARED_PATIENTS_MOST).execute();
}

// Numbers as they are written too: a server of an earlier build gives its rows no key.
function idsSharing({ organisationId }: PatientVisibility, { nhsNumbers, hospitalNumbers, born }: SharedValues) {
  const dates = born.map(({ dateOfBirth }) => dateOfBirth);
  const prefixes = born.map(({ lastName }) => searchPrefix(lastName));
  const keys = hospitalNumbers.flatMap((each) => hospitalKeyOf(each) ?? []);
  const prefix = sql`left(p.search, ${sql.lit(PREFIX)})`;
  return sql`
    select p.id from patients p where p.organisation_id = ${organisationId} and p.nhs_number = any(${nhsNumbers}::text[])
    union select p.id from patients p
      where p.organisation_id = ${organisationId} and p.hospital_key = any(${keys}::text[])
    union select p.id from patients p
      where p.organisation_id = ${organisationId} and p.hospital_number = any(${hospitalNumbers}::text[])
    union select p.id from unnest(${dates}::date[], ${prefixes}::text[]) as born (day, prefix) join patients p
      on p.organisation_id = ${organisationId} and p.date_of_birth = born.day
      and ${prefix} ~>=~ born.prefix and ${prefix} ~<~ (born.prefix || chr(1114111))`;
}

/** Enters patients in one statement. @returns how many: fewer where the organisation has a patient of one of these ids already */
export async function insertPatients(db: Db, rows: readonly PatientInsert[]): Promise<number> {
  const { rows: entered } = await sql<{ id: string }>`${insertOf(rows)} returning id`.execute(db);
  return entered.length;
}
