import type { CaseStatus } from '#domain/base/states.ts';
import { searchWords } from '#domain/values/search-text.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { countOf, onPage, pagedRows, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { CaseVisibility } from '#server/data/cases/cases.ts';
import { visibleConsents } from '#server/data/consents/consents.ts';
import { isOfFigure, type FigureClock, type FigureFilter } from '#server/data/consents/figures.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import {
  consentsWithPatients,
  waysToFind,
  mergedFromAsRead,
  mergedFromRow,
  patientAsRead,
  patientRow,
  versionAsRead,
  versionSummary,
  type MergedFromRow,
  type VersionSummaryRow,
} from './summary-columns.ts';

/** A version with its patient, as a line of a list needs them. */
export type ConsentWithPatient = { version: VersionSummaryRow; patient: PatientRow; mergedFrom: MergedFromRow | null };
type ConsentFilter = {
  search: string;
  status: CaseStatus | 'ALL';
  /** those of ended cases alone; without it all others, and any whose end waits for a person */
  ended?: 'ENDED' | undefined;
  /** those alone that a figure has counted */
  counted?: { of: FigureFilter; by: FigureClock } | undefined;
};

function matchingConsents(db: Db, reach: CaseVisibility, { search, status, ended, counted }: ConsentFilter) {
  let found = visibleConsents(db, reach);
  const caseThat = (is: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from cases c where c.organisation_id = v.organisation_id and c.id = v.case_id and ${is})`;
  if (ended !== undefined) found = found.where(caseThat(sql`c.ended is not null`));
  // The versions that a figure has counted are listed whole.
  else if (counted === undefined) found = found.where((has) => has.not(caseThat(sql`c.is_left_out`)));
  if (status !== 'ALL') found = found.where('v.status', '=', status);
  if (counted !== undefined) found = found.where(isOfFigure(counted.of, counted.by));
  const words = searchWords(search);
  if (words.length === 0) return found;
  return found.where((has) => has.or(waysToFind(db, words).map(caseThat)));
}

/** The ids of the list in its order, at most `most`. */
export async function consentIds(db: Db, reach: CaseVisibility, filter: ConsentFilter, most: number): Promise<string[]> {
  const query = matchingConsents(db, reach, filter).select('v.id').orderBy('v.updated_at', 'desc').orderBy('v.id');
  return (await query.limit(most).execute()).map(({ id }) => id);
}

/** These versions with their patients, as far as the reader may see them, in no order. */
export async function consentsByIds(db: Db, reach: CaseVisibility, ids: readonly string[]): Promise<ConsentWithPatient[]> {
  if (ids.length === 0) return [];
  const query = consentsWithPatients(db, reach).where('v.id', 'in', ids);
  const rows = await query
    .select([versionSummary.as('version'), patientRow.as('patient'), mergedFromRow.as('mergedFrom')])
    .execute();
  return rows.map(asRead);
}

/** One page of versions with their patients, newest change first. */
export async function listConsents(
  db: Db,
  reach: CaseVisibility,
  filter: ConsentFilter & ResultPage,
): Promise<Paged<ConsentWithPatient>> {
  const found = matchingConsents(db, reach, filter);
  const isSearch = searchWords(filter.search).length > 0;
  const count = countOf(found, isSearch);
  const ids = onPage(found.select(['v.organisation_id', 'v.id']).orderBy('v.updated_at', 'desc').orderBy('v.id'), filter);
  const rows = await consentsWithPatients(db, reach)
    .innerJoin(ids.as('page'), (join) =>
      join.onRef('page.organisation_id', '=', 'v.organisation_id').onRef('page.id', '=', 'v.id'),
    )
    .select([versionSummary.as('version'), patientRow.as('patient'), mergedFromRow.as('mergedFrom'), count.as('total')])
    .orderBy('v.updated_at', 'desc')
    .orderBy('v.id')
    .execute();
  return pagedRows(db, { found: rows.map(asRead), count, isSearch }, filter);
}

function asRead<R extends ConsentWithPatient>(row: R): R {
  return {
    ...row,
    version: versionAsRead(row.version),
    patient: patientAsRead(row.patient),
    mergedFrom: mergedFromAsRead(row.mergedFrom),
  };
}
