import type { Parsed } from '#contract/calls.ts';
import type { ExportName } from '#contract/exports.ts';
import { exportedPatient, PATIENT_EXPORT_HEADINGS } from '#domain/exports/exports.ts';
import { caseIds, casesByIds } from '#server/data/summaries/case-summaries.ts';
import { sinceOf } from '#server/data/cases/cases.ts';
import { consentIds, consentsByIds } from '#server/data/summaries/consent-summaries.ts';
import { procedureLines } from '#server/data/library/library.ts';
import { theatreCases } from '#server/data/theatre/listed-cases.ts';
import { patientIds, patientsByIds } from '#server/data/patients/patients.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { redactCases, redactVersions } from '#server/policies/other-teams.ts';
import { exportedPatientsFor } from '#server/policies/restricted.ts';
import { caseVisibility, mineOf, patientVisibility, referralVisibility } from '#server/policies/visibility.ts';
import { countedBy, figureClock } from '#server/work/consents/figure-clock.ts';
import { presentTheatreCase } from '#server/work/theatre/theatre-list.ts';
import { refuseTheatreDays } from '#server/work/theatre/theatre-days.ts';
import { presentCase, presentVersion } from '#server/work/consents/view.ts';
import { presentReferred } from '#server/work/referrals/present-referral.ts';
import {
  CASE_HEADINGS,
  caseCells,
  CONSENT_HEADINGS,
  consentCells,
  LISTED_HEADINGS,
  listedCells,
  PROCEDURE_HEADINGS,
  procedureCells,
  REFERRAL_HEADINGS,
  referralCells,
} from './cells.ts';
import { EXPORT_LINES_READ, refuseTooMany, rowsInOrder } from './read-lines.ts';

/** The parts of a call's context with which an export is read. */
type ExportReader = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps'>;

/** A list as it leaves: `name` is that of file and sheet, `count` what the file has at most, `lines` its cells in the order of `headings`. */
export type ExportList<Filter> = {
  readonly name: string;
  readonly headings: readonly string[];
  /** @throws Refused for too many lines, or a filter of no list */
  open(
    reader: ExportReader,
    filter: Filter,
  ): Promise<{ readonly count: number; readonly lines: AsyncIterable<readonly string[]> }>;
};

/** Every list that is exported: a further one is one entry here, and its call in the contract. */
export const EXPORT_LISTS: { readonly [N in ExportName]: ExportList<Parsed<N>> } = {
  exportPatients: {
    name: 'patients',
    headings: PATIENT_EXPORT_HEADINGS,
    open: async ({ db, actor, deps }, filter) => {
      const reach = patientVisibility(actor);
      const present = exportedPatientsFor({ actor, deps });
      const ids = await patientIds(db, reach, filter, EXPORT_LINES_READ);
      const read = (some: readonly string[]) => patientsByIds(db, reach, some);
      return opened(ids, { read, idOf: ({ id }) => id, cellsOf: (row) => exportedPatient(present(row)) });
    },
  },
  exportRecords: {
    name: 'records',
    headings: CASE_HEADINGS,
    open: async ({ db, actor, deps }, { duration, search, status, confirm }) => {
      const reach = caseVisibility(actor);
      const since = sinceOf(duration, deps.clock());
      const confirmDue = confirm === undefined ? undefined : figureClock(deps);
      const ids = await caseIds(db, reach, { search, status, since, confirmDue }, EXPORT_LINES_READ);
      const read = async (some: readonly string[]) => redactCases({ db, actor, deps }, await casesByIds(db, reach, some));
      return opened(ids, { read, idOf: ({ id }) => id, cellsOf: (row) => caseCells(presentCase(row, deps)) });
    },
  },
  exportConsents: {
    name: 'consents',
    headings: CONSENT_HEADINGS,
    open: async ({ db, actor, deps }, { search, status, myConsents, ...counted }) => {
      const reach = myConsents ? { ...caseVisibility(actor), clinicianId: actor.userId } : caseVisibility(actor);
      const ids = await consentIds(db, reach, { search, status, counted: countedBy(counted, deps) }, EXPORT_LINES_READ);
      const read = async (some: readonly string[]) => redactVersions({ db, actor, deps }, await consentsByIds(db, reach, some));
      const cellsOf = ({ version, ...whose }: Awaited<ReturnType<typeof consentsByIds>>[number]) =>
        consentCells(presentVersion(version, whose, deps));
      return opened(ids, { read, idOf: ({ version }) => version.id, cellsOf });
    },
  },
  exportListed: {
    name: 'listed',
    headings: LISTED_HEADINGS,
    open: async ({ db, actor, deps }, { startDate, endDate, clinician, listType, show }) => {
      refuseTheatreDays(startDate, endDate);
      const filter = { from: startDate, to: endDate, listType, clinicianId: clinician };
      const rows = await theatreCases(db, caseVisibility(actor), filter, EXPORT_LINES_READ - 1);
      refuseTooMany(rows);
      const cases = rows
        .map((row) => ({ listed: presentTheatreCase(row, deps), isImported: row.is_shown_imported }))
        .filter(({ listed: { light } }) => show === 'ALL' || light !== 'GREEN');
      return { count: cases.length, lines: cellsOfAll(cases, listedCells) };
    },
  },
  exportReferrals: {
    name: 'referrals',
    headings: REFERRAL_HEADINGS,
    open: async ({ db, actor, deps }, { duration, referral, search, status }) => {
      const reach = referralVisibility(actor);
      const mine = referral === 'MINE' ? mineOf(actor) : undefined;
      const filter = { search, status, since: sinceOf(duration, deps.clock()), referral: { mine } };
      const ids = await caseIds(db, reach, filter, EXPORT_LINES_READ);
      const read = async (some: readonly string[]) => redactCases({ db, actor, deps }, await casesByIds(db, reach, some));
      return opened(ids, { read, idOf: ({ id }) => id, cellsOf: (row) => referralCells(presentReferred(row, { actor, deps })) });
    },
  },
  exportProcedures: {
    name: 'procedures',
    headings: PROCEDURE_HEADINGS,
    open: async ({ db, actor }, { search, status }) => {
      const rows = await procedureLines(db, actor.organisationId, { search, status }, EXPORT_LINES_READ);
      refuseTooMany(rows);
      return { count: rows.length, lines: cellsOfAll(rows, procedureCells) };
    },
  },
};

type Reading<Row> = Parameters<typeof rowsInOrder<Row>>[1] & { cellsOf: (row: Row) => readonly string[] };

function opened<Row>(ids: readonly string[], { cellsOf, ...reading }: Reading<Row>) {
  refuseTooMany(ids);
  return { count: ids.length, lines: cellsOfAll(rowsInOrder(ids, reading), cellsOf) };
}

async function* cellsOfAll<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  cellsOf: (row: Row) => readonly string[],
): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield cellsOf(row);
}
