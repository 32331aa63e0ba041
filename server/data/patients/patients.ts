import { fromColumns } from '#domain/values/field.ts';
import { PATIENT_FIELDS } from '#domain/patients/patient-fields.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { withContactHidden } from '#domain/patients/restricted.ts';
import { searchWords } from '#domain/values/search-text.ts';
import type { PatientStatus } from '#domain/base/states.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { likeText, pageOf, type ResultPage } from '#server/data/paging.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { isOfReferrer } from '#server/data/cases/cases.ts';

export type PatientRow = Selectable<Tables['patients']>;
export type PatientInsert = Insertable<Tables['patients']>;

/**
 * The patients that a reader may see: all of the organisation, or only those of a referrer: with a case that they may see, the records in
 * use that these are merged into, or entered by them and not referred yet.
 */
export type PatientVisibility = { organisationId: string; referrerId: string | undefined };

/** The query of the patients that a reader may see. */
export function visiblePatients(db: Db, reach: PatientVisibility) {
  return db.selectFrom('patients').where(isPatientInReach(reach));
}

/** Whether a row of `patients` is one that a reader may see. */
export function isPatientInReach({ organisationId, referrerId }: PatientVisibility) {
  const ofOrganisation = sql<boolean>`patients.organisation_id = ${organisationId}`;
  if (referrerId === undefined) return ofOrganisation;
  const cases = sql`from cases c where c.organisation_id = patients.organisation_id and c.deleted_at is null`;
  // A case moves to the record in use with its first form: whoever entered the record that it left has referred that one all the same.
  return sql<boolean>`(${ofOrganisation} and (exists (select ${cases} and c.patient_id = patients.id and ${isOfReferrer(referrerId)})
    or exists (select from patients m where m.organisation_id = patients.organisation_id and m.survivor_id = patients.id
      and exists (select ${cases} and c.patient_id = m.id and ${isOfReferrer(referrerId)}))
    or (patients.created_by = ${referrerId}
      and not exists (select ${cases} and c.patient_id in (patients.id, patients.survivor_id) and c.referred_by = ${referrerId}))))`;
}

export async function patientById(db: Db, reach: PatientVisibility, id: string): Promise<PatientRow | undefined> {
  return visiblePatients(db, reach).selectAll().where('id', '=', id).executeTakeFirst();
}

/** These patients, as far as the reader may see them, in no order. */
export async function patientsByIds(db: Db, reach: PatientVisibility, ids: readonly string[]): Promise<PatientRow[]> {
  return ids.length === 0 ? [] : visiblePatients(db, reach).selectAll().where('id', 'in', ids).execute();
}

/** As {@link patientById}, with the row locked for this transaction alone. */
export async function lockPatient(db: Db, reach: PatientVisibility, id: string): Promise<PatientRow | undefined> {
  return visiblePatients(db, reach).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** As {@link patientById}, with a shared lock on the row until this transaction ends. */
export async function holdPatient(db: Db, reach: PatientVisibility, id: string): Promise<PatientRow | undefined> {
  return visiblePatients(db, reach).selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

/** These two records with a shared lock until this transaction ends, in the order in which merges lock them. */
export async function holdPatients(db: Db, organisationId: string, ids: readonly [string, string]): Promise<PatientRow[]> {
  return visiblePatients(db, { organisationId, referrerId: undefined })
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute();
}

/** The patient of a case. @throws Error when there is no such case */
export async function patientOfCase(db: Db, organisationId: string, caseId: string): Promise<PatientRow> {
  return visiblePatients(db, { organisationId, referrerId: undefined })
    .selectAll()
    .where('id', '=', (has) =>
      has.selectFrom('cases').select('patient_id').where('organisation_id', '=', organisationId).where('id', '=', caseId),
    )
    .executeTakeFirstOrThrow();
}

type PatientFilter = { search: string; status: PatientStatus | 'ALL' };

function matchingPatients(db: Db, reach: PatientVisibility, { search, status }: PatientFilter) {
  let query = visiblePatients(db, reach);
  if (status !== 'ALL') query = query.where('status', '=', status);
  for (const word of searchWords(search)) query = query.where('search', 'like', likeText(word));
  return query;
}

export async function listPatients(db: Db, reach: PatientVisibility, { page, limit, ...filter }: PatientFilter & ResultPage) {
  const query = matchingPatients(db, reach, filter);
  const rows = query.selectAll().orderBy('last_name').orderBy('first_name').orderBy('id');
  return pageOf(db, { rows, all: query, isSearch: searchWords(filter.search).length > 0 }, { page, limit });
}

/** The ids of the list in its order, at most `most`. */
export async function patientIds(db: Db, reach: PatientVisibility, filter: PatientFilter, most: number): Promise<string[]> {
  const query = matchingPatients(db, reach, filter).select('id').orderBy('last_name').orderBy('first_name').orderBy('id');
  return (await query.limit(most).execute()).map(({ id }) => id);
}

/** Up to 20, those first whose last name or number starts with the search. */
export async function searchPatients(db: Db, reach: PatientVisibility, search: string): Promise<PatientRow[]> {
  const words = searchWords(search);
  if (words.length === 0) return [];
  let query = visiblePatients(db, reach).selectAll();
  for (const word of words) query = query.where('search', 'like', likeText(word));
  const first = words[0] ?? '';
  return query
    .orderBy(sql`case when search like ${`${first.replaceAll(/[\\%_]/g, '\\$&')}%`} then 0 else 1 end`)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(20)
    .execute();
}

export async function updatePatient(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  change: Updateable<Tables['patients']>,
): Promise<PatientRow> {
  return db
    .updateTable('patients')
    .set(asWritten(change))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A row as the database takes it: a value of several parts goes into its column as JSON. */
export function asWritten<T extends object>(row: T): T {
  const written = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'object' && value !== null ? json(value) : value,
  ]);
  // The same columns: where a value may stand, kysely takes an expression of its type as well.
  return Object.fromEntries(written) as T;
}

/** A patient in the shape of the wire; contact details that are protected are left out. */
export function presentPatient(row: PatientRow): Patient {
  return withContactHidden(presentWithContact(row));
}

/** As {@link presentPatient}, with contact details that are protected: only for those who may see them (`policies/restricted.ts`). */
export function presentWithContact(row: PatientRow): Patient {
  return {
    id: row.id,
    recordID: shownNumber(row.number),
    ...fromColumns(PATIENT_FIELDS, row),
    organisationID: row.organisation_id,
    status: row.status,
    mergedInto: row.merged_into,
    survivorID: row.survivor_id,
    mergedAt: row.merged_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
