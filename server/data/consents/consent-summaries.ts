import type { CaseStatus } from '#domain/states.ts';
import { searchWords } from '#domain/search-text.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { countOf, onPage, pagedRows, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { CaseVisibility } from './cases.ts';
import { visibleConsents } from './consents.ts';
import type { PatientRow } from './patients.ts';
import {
  consentsWithPatients,
  matchingPatient,
  originAsRead,
  originRow,
  patientAsRead,
  patientRow,
  versionAsRead,
  versionSummary,
  type OriginRow,
  type VersionSummary,
} from './summary-columns.ts';

/** One page of versions with their patients, newest change first. */
export async function listConsents(
  db: Db,
  reach: CaseVisibility,
  filter: { search: string; status: CaseStatus | 'ALL' } & ResultPage,
): Promise<Paged<{ version: VersionSummary; patient: PatientRow; origin: OriginRow | null }>> {
  let found = visibleConsents(db, reach);
  if (filter.status !== 'ALL') found = found.where('v.status', '=', filter.status);
  const words = searchWords(filter.search);
  const isSearch = words.length > 0;
  if (isSearch)
    found = found.where((has) =>
      has.exists(
        db
          .selectFrom('cases as c')
          .where(sql<boolean>`c.organisation_id = v.organisation_id and c.id = v.case_id`)
          .where((of) => of.exists(matchingPatient(db, words)))
          .select('c.id'),
      ),
    );
  const count = countOf(found, isSearch);
  const ids = onPage(found.select(['v.organisation_id', 'v.id']).orderBy('v.updated_at', 'desc').orderBy('v.id'), filter);
  const rows = await consentsWithPatients(db, reach)
    .innerJoin(ids.as('page'), (join) =>
      join.onRef('page.organisation_id', '=', 'v.organisation_id').onRef('page.id', '=', 'v.id'),
    )
    .select([versionSummary.as('version'), patientRow.as('patient'), originRow.as('origin'), count.as('total')])
    .orderBy('v.updated_at', 'desc')
    .orderBy('v.id')
    .execute();
  const read = rows.map((row) => ({
    ...row,
    version: versionAsRead(row.version),
    patient: patientAsRead(row.patient),
    origin: originAsRead(row.origin),
  }));
  return pagedRows(db, { found: read, count, isSearch }, filter);
}
