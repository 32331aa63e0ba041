import { paths } from '#src/paths.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { listContent } from '#src/notices/list-content.tsx';
import { recordListOptions } from '#src/queries/dashboard.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import type { Column } from '#src/ui/DataTable.tsx';
import { ListPage } from '#src/ui/ListScreen.tsx';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PERIODS, type CaseFilter, type Period } from './case-filters.ts';
import { ProcedureCell } from './cells.tsx';
import { CONSENT_STATUSES, consentStatus } from './consent-statuses.ts';
import { RecordState } from './RecordState.tsx';

export type CaseListFilter = { readonly page: number; readonly status: CaseFilter; readonly duration: Period };
type CaseListProps = CaseListFilter & {
  /** what is asked for: it follows the typing with a delay */
  readonly asked: string;
  readonly onFilter: (next: CaseListFilter) => void;
};

/** Cases of everybody, newest first, narrowed by a search, a state and a time. */
export function CaseList({ asked, page, status, duration, onFilter }: CaseListProps) {
  const mayWrite = useMay('consents.write');
  const today = useToday();
  const { timeZone } = useProduct();
  const list = useQuery(recordListOptions({ page, status, duration, search: asked }));
  return (
    <ListPage
      filters={
        <>
          <NativeSelect
            aria-label="State"
            value={status}
            data={CONSENT_STATUSES.map((each) => ({ ...each }))}
            onChange={(event) => onFilter({ page: 1, status: consentStatus(event.currentTarget.value), duration })}
          />
          <NativeSelect
            aria-label="Time"
            value={duration}
            data={PERIODS.map((period) => ({ ...period }))}
            onChange={(event) => {
              const next = PERIODS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'ALL';
              onFilter({ page: 1, status, duration: next });
            }}
          />
        </>
      }
      content={listContent(list)}
      label="Cases"
      columns={columnsOn(today, timeZone)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.record(recordID).href}
      empty={<NothingHere isNarrowed={asked !== '' || status !== 'ALL'} mayStart={mayWrite} />}
      noun="cases"
      onPage={(next) => onFilter({ page: next, status, duration })}
    />
  );
}

const columnsOn = (today: string, zone: string): Column<CaseSummaryView>[] => [
  {
    heading: 'Patient',
    width: '2.4fr',
    cell: ({ patient, origin }) => <PatientCell patient={patient} from={{ origin, zone }} />,
  },
  { heading: 'Born', width: '7rem', cell: ({ patient }) => <BornCell dateOfBirth={patient.dateOfBirth} today={today} /> },
  { heading: 'Procedure', width: '2fr', cell: ({ current }) => <ProcedureCell procedures={current?.procedures ?? []} /> },
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
