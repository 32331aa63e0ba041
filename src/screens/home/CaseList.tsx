import { paths } from '#src/paths.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { filterWords } from '#src/results/export-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { recordListOptions, stateFilter } from '#src/queries/dashboard.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { ListScreenBody } from '#src/ui/layout/ListScreen.tsx';
import { BornCell, PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CASE_PERIODS, type CaseFilter, type CasePeriod } from './case-filters.ts';
import { ProcedureCell } from './cells.tsx';
import { CONSENT_STATUSES, consentStatus, statusLabel } from './consent-statuses.ts';
import { RecordState } from './RecordState.tsx';

export type CaseListFilter = {
  readonly page: number;
  readonly status: CaseFilter;
  readonly duration: CasePeriod;
  /** Those alone that are to be confirmed on the day. */
  readonly confirmDue: boolean;
};
type CaseListProps = CaseListFilter & {
  /** the search that is sent: it follows the typing with a delay */
  readonly searchTerm: string;
  /** Shown above the filters. */
  readonly above: ReactNode;
  readonly onFilter: (next: CaseListFilter) => void;
};

/** Cases of everybody, newest first, narrowed by a search, a state and a time. */
export function CaseList({ searchTerm, page, status, duration, confirmDue, above, onFilter }: CaseListProps) {
  const mayWrite = useMay('consents.write');
  const today = useToday();
  const { timeZone } = useProduct();
  const list = useQuery(recordListOptions({ page, status, duration, confirmDue, search: searchTerm }));
  return (
    <ListScreenBody
      above={above}
      filters={
        <>
          <NativeSelect
            aria-label="State"
            value={confirmDue ? CONFIRM.value : status}
            data={[...CONSENT_STATUSES.map((each) => ({ ...each })), CONFIRM]}
            onChange={({ currentTarget: { value } }) =>
              onFilter({ page: 1, status: consentStatus(value), duration, confirmDue: value === CONFIRM.value })
            }
          />
          <NativeSelect
            aria-label="Time"
            value={duration}
            data={CASE_PERIODS.map((period) => ({ ...period }))}
            onChange={(event) => {
              const next = CASE_PERIODS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'ALL';
              onFilter({ page: 1, status, duration: next, confirmDue });
            }}
          />
          <ExportButton
            request={{
              name: 'exportRecords',
              filter: { ...stateFilter(status), duration, search: searchTerm, ...(confirmDue && { confirm: 'DUE' }) },
            }}
            list={{
              noun: 'cases',
              file: 'records',
              total: list.data?.total ?? null,
              isCapped: list.data?.totalIsCapped,
              filters: filterWords(
                [
                  status !== 'ALL' && statusLabel(status),
                  confirmDue && CONFIRM.label,
                  duration !== 'ALL' && CASE_PERIODS.find(({ value }) => value === duration)?.label,
                ],
                searchTerm,
              ),
            }}
          />
        </>
      }
      content={listContent(list)}
      label="Cases"
      columns={columnsOn(today, timeZone)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.record(recordID).href}
      empty={<NothingHere isNarrowed={searchTerm !== '' || status !== 'ALL' || confirmDue} mayStart={mayWrite} />}
      noun="cases"
      onPage={(next) => onFilter({ page: next, status, duration, confirmDue })}
    />
  );
}

const CONFIRM = { value: 'CONFIRM', label: 'To confirm on the day' };

const columnsOn = (today: string, zone: string): Column<CaseSummaryView>[] => [
  {
    heading: 'Patient',
    width: '2.4fr',
    cell: ({ patient, mergedFrom }) => <PatientCell patient={patient} from={{ mergedFrom, zone }} />,
  },
  { heading: 'Born', width: '7rem', cell: ({ patient }) => <BornCell dateOfBirth={patient.dateOfBirth} today={today} /> },
  {
    heading: 'Procedure',
    width: '2fr',
    cell: ({ current, caseNumber }) => <ProcedureCell procedures={current?.procedures ?? []} caseNumber={caseNumber} />,
  },
  { heading: 'Consent', width: '12rem', cell: (record) => <RecordState record={record} /> },
];

function NothingHere({ isNarrowed, mayStart }: { readonly isNarrowed: boolean; readonly mayStart: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No case found">
        Try fewer letters, another filter, or a longer time.
      </EmptyState>
    );
  return (
    <EmptyState title="No cases in this time">
      {mayStart ? 'Start one with “New consent”, or look further back.' : 'Look further back.'}
    </EmptyState>
  );
}
