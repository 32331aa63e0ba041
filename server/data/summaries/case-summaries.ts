import { FIRST_PAGE } from '#contract/shapes/list-shapes.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import { searchWords } from '#domain/values/search-text.ts';
import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { compiledOnce } from '#server/data/compiled-query.ts';
import { countOf, onPage, paged, pagedRows, USUAL_LIMITS, type Paged, type ResultPage } from '#server/data/paging.ts';
import { visibleCases, type CaseRow, type CaseVisibility } from '#server/data/cases/cases.ts';
import { hasConfirmDue, type FigureClock } from '#server/data/consents/figures.ts';
import type { PatientRow } from '#server/data/patients/patients.ts';
import {
  isReferralOf,
  referralAsRead,
  referralOfCase,
  type MineOf,
  type ReferralOfCase,
} from '#server/data/referrals/referrals.ts';
import {
  casesWithPatients,
  waysToFind,
  nameOf,
  operatorName,
  mergedFromAsRead,
  mergedFromRow,
  patientAsRead,
  patientRow,
  versionAsRead,
  versionSummary,
  type MergedFromRow,
  type VersionSummaryRow,
} from './summary-columns.ts';

/** A case with all that its line shows; `current` is its newest version that is not voided. */
export type CaseSummary = CaseRow & {
  /** the record in use, where the case was opened for one that is merged since */
  patient: PatientRow;
  /** the record that the case was opened for, where it is merged since */
  mergedFrom: MergedFromRow | null;
  clinician_name: string;
  operator_name: string;
  versions: number;
  current: VersionSummaryRow | null;
  referral: ReferralOfCase | null;
};

const caseSummaries = (db: Db, reach: CaseVisibility) =>
  casesWithPatients(db, reach)
    .leftJoin('consents as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'c.organisation_id')
        .onRef('v.id', '=', 'c.current_consent_id')
        .on('v.deleted_at', 'is', null),
    )
    .selectAll('c')
    .select([
      patientRow.as('patient'),
      mergedFromRow.as('mergedFrom'),
      nameOf('c', sql`c.clinician_id`).as('clinician_name'),
      operatorName.as('operator_name'),
      sql<number>`(select count(*) from consents x where x.organisation_id = c.organisation_id and x.case_id = c.id and x.deleted_at is null)`.as(
        'versions',
      ),
      sql<VersionSummaryRow | null>`case when v.id is null then null else ${versionSummary} end`.as('current'),
      referralOfCase.as('referral'),
    ]);

type CaseFilter = {
  search: string;
  since: string | undefined;
  /** of the case; of the referral where `referral` is given */
  status: string;
  /** only cases that were referred; `mine`: only those of one person */
  referral?: { mine: MineOf | undefined } | undefined;
  /** those alone that have ended; without it the others, and any whose end waits for a person */
  ended?: 'ENDED' | undefined;
  /** those alone that are to be confirmed on the day */
  confirmDue?: FigureClock | undefined;
};

function matchingCases(db: Db, reach: CaseVisibility, filter: CaseFilter) {
  let found = visibleCases(db, reach);
  if (filter.referral !== undefined) {
    found = found.where('c.referral_status', 'is not', null);
    if (filter.referral.mine !== undefined) found = found.where(isReferralOf(filter.referral.mine));
    // The filter of the call holds statuses of referrals alone.
    if (filter.status !== 'ALL') found = found.where('c.referral_status', '=', filter.status as ReferralStatus);
  } else if (filter.status !== 'ALL') found = found.where('c.status', '=', filter.status as CaseStatus);
  // A referral is listed by its own state.
  if (filter.ended !== undefined) found = found.where('c.ended', 'is not', null);
  else if (filter.referral === undefined) found = found.where('c.is_left_out', '=', false);
  if (filter.since !== undefined) found = found.where('c.updated_at', '>=', filter.since);
  if (filter.confirmDue !== undefined) found = found.where(hasConfirmDue(filter.confirmDue));
  const words = searchWords(filter.search);
  // The patients are joined where something is searched in them: a count alone needs none.
  return words.length > 0 ? found.where((has) => has.or(waysToFind(db, words))) : found;
}

/** The ids of the list in its order, at most `most`. */
export async function caseIds(db: Db, reach: CaseVisibility, filter: CaseFilter, most: number): Promise<string[]> {
  const query = matchingCases(db, reach, filter).select('c.id').orderBy('c.updated_at', 'desc').orderBy('c.id');
  return (await query.limit(most).execute()).map(({ id }) => id);
}

/** These cases, as far as the reader may see them, in no order. */
export async function casesByIds(db: Db, reach: CaseVisibility, ids: readonly string[]): Promise<CaseSummary[]> {
  return ids.length === 0 ? [] : (await caseSummaries(db, reach).where('c.id', 'in', ids).execute()).map(asRead);
}

/** One page of cases, newest change first; the search runs over the patient's names, numbers and birth date, and the number of the case. */
export async function listCases(db: Db, reach: CaseVisibility, filter: CaseFilter & ResultPage): Promise<Paged<CaseSummary>> {
  const firstPage = isUnfilteredFirstPage(reach, filter) ? firstPages.get(filter.limit) : undefined;
  if (firstPage !== undefined) {
    const rows = await firstPage(db, { organisationId: reach.organisationId });
    return paged(rows.map(asRead), rows[0]?.total ?? 0, filter);
  }
  const { rows, count, isSearch } = pageOfCases(db, reach, filter);
  return pagedRows(db, { found: (await rows.execute()).map(asRead), count, isSearch }, filter);
}

function pageOfCases(db: Db, reach: CaseVisibility, filter: CaseFilter & ResultPage) {
  const found = matchingCases(db, reach, filter);
  const isSearch = searchWords(filter.search).length > 0;
  const count = countOf(found, isSearch);
  const ids = onPage(found.select(['c.organisation_id', 'c.id']).orderBy('c.updated_at', 'desc').orderBy('c.id'), filter);
  const rows = caseSummaries(db, reach)
    .select(count.as('total'))
    .innerJoin(ids.as('page'), (join) =>
      join.onRef('page.organisation_id', '=', 'c.organisation_id').onRef('page.id', '=', 'c.id'),
    )
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id');
  return { rows, count, isSearch };
}

/** First pages of all cases of an organisation, as Home shows them, by the size of the page. */
const firstPages = new Map(
  [...USUAL_LIMITS].map((limit) => {
    const filter = { search: '', since: undefined, status: 'ALL', page: FIRST_PAGE, limit };
    const query = compiledOnce(
      ['organisationId'],
      (db, { organisationId }) => pageOfCases(db, { organisationId, clinicianId: undefined }, filter).rows,
    );
    return [limit, query] as const;
  }),
);

/** Whether this is the first page of all cases of the organisation. A part of a reach or a filter that is set, also a later one, says no. */
function isUnfilteredFirstPage(
  { organisationId: _, ...reach }: CaseVisibility,
  { search, status, page, limit: __, ...filter }: CaseFilter & ResultPage,
): boolean {
  const parts = [...Object.values(reach), ...Object.values(filter)];
  return parts.every((part) => part === undefined) && search === '' && status === 'ALL' && page === FIRST_PAGE;
}

/** The cases of a patient, and of the records that are merged into theirs, newest change first. */
export async function summariesOfPatient(db: Db, reach: CaseVisibility, patientId: string): Promise<CaseSummary[]> {
  const { organisationId } = reach;
  const query = caseSummaries(db, reach).where(
    sql<boolean>`c.patient_id = any(array(select cast(${patientId} as uuid)
      union all select x.id from patients x where x.organisation_id = ${organisationId} and x.survivor_id = ${patientId}))`,
  );
  return (await query.orderBy('c.updated_at', 'desc').orderBy('c.id').execute()).map(asRead);
}

/** One case as a line of a list; undefined for one that is unknown, deleted, or not to be seen. */
export async function caseSummary(db: Db, reach: CaseVisibility, id: string): Promise<CaseSummary | undefined> {
  const row = await caseSummaries(db, reach).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : asRead(row);
}

function asRead<R extends CaseSummary>(row: R): R {
  return {
    ...row,
    patient: patientAsRead(row.patient),
    mergedFrom: mergedFromAsRead(row.mergedFrom),
    current: row.current === null ? null : versionAsRead(row.current),
    referral: row.referral === null ? null : referralAsRead(row.referral),
  };
}
