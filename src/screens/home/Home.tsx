import { paths } from '#src/paths.ts';
import type { CaseSummaryView } from '#src/queries/records.ts';
import { CallFailed } from '#contract/call.ts';
import { showNotice } from '#src/notices/notices.tsx';
import { listContent } from '#src/notices/list-content.tsx';
import { useDebouncedSearch } from '#src/notices/use-debounced-search.ts';
import { useListSearch } from '#src/notices/use-list-search.ts';
import { useOnline } from '#src/notices/use-online.ts';
import { caseAmountsOptions, recordListOptions } from '#src/queries/dashboard.ts';
import { useComingList } from '#src/queries/listed.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { ListScreen } from '#src/ui/ListScreen.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { caseChips, PERIODS, type CaseFilter, type Period } from './case-filters.ts';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { ProcedureCell } from './cells.tsx';
import { useComingPlace } from './coming-list-position.ts';
import { ComingList } from './ComingList.tsx';
import { RecordState } from './RecordState.tsx';

type Filter = { readonly page: number; readonly status: CaseFilter; readonly duration: Period };
type HomeProps = Filter & { readonly onFilter: (next: Filter) => void };

/** The start: the recent cases, newest first, and the button for a new consent. */
export function Home({ page, status, duration, onFilter }: HomeProps) {
  const onFirstPage = () => onFilter({ page: 1, status, duration });
  const search = useListSearch({ key: 'home.search', label: 'Name, number or birth date', page, onFirstPage });
  const asked = useDebouncedSearch(search.value);
  const mayWrite = useMay('consents.write');
  const today = useToday();
  const list = useQuery(recordListOptions({ page, status, duration, search: asked }));
  const amounts = useAmounts(duration);
  const coming = useComingList(today);
  // A search or a later page shows its results without the coming list.
  const isStart = page === 1 && search.value === '';
  // The page must not shift under a finger when the coming list loads a moment later.
  const place = useComingPlace(coming, { isStart, isOnline: useOnline() });
  const comingList = isStart && <ComingList query={coming} today={today} place={place} />;
  return (
    <ListScreen
      title="Home"
      search={search}
      actions={mayWrite && <ButtonLink href={paths.choosePatient.href}>New consent</ButtonLink>}
      above={place !== 'below' && comingList}
      below={place === 'below' && comingList}
      filters={
        <>
          <FilterChips
            label="Show"
            options={caseChips(asked === '' ? amounts : undefined, status)}
            value={status}
            onChange={(next) => onFilter({ page: 1, status: next, duration })}
          />
          <NativeSelect
            aria-label="Time"
            value={duration}
            data={PERIODS.map((period) => ({ ...period }))}
            onChange={(event) => {
              const next = PERIODS.find(({ value }) => value === event.currentTarget.value)?.value ?? 'MONTH';
              onFilter({ page: 1, status, duration: next });
            }}
          />
        </>
      }
      waits={isStart && place === null}
      content={listContent(list)}
      label="Cases"
      columns={columnsOn(today)}
      rowKey={({ recordID }) => recordID}
      rowHref={({ recordID }) => paths.record(recordID).href}
      empty={<NothingHere isNarrowed={asked !== '' || status !== 'ALL'} mayStart={mayWrite} />}
      noun="cases"
      onPage={(next) => onFilter({ page: next, status, duration })}
    />
  );
}

const columnsOn = (today: string): Column<CaseSummaryView>[] => [
  { heading: 'Patient', width: '2.4fr', cell: ({ patient }) => <PatientCell patient={patient} /> },
  { heading: 'Born', width: '7rem', cell: ({ patient }) => <BornCell dateOfBirth={patient.dateOfBirth} today={today} /> },
  { heading: 'Procedure', width: '2fr', cell: ({ current }) => <ProcedureCell procedures={current?.procedures ?? []} /> },
  { heading: 'Consent', width: '12rem', cell: (record) => <RecordState record={record} /> },
];

/** The counts, for those who may see them; a failure is reported once, in the words of spec §8. */
function useAmounts(duration: Period) {
  const mayCount = useMay('dashboard.read');
  const { data, error } = useQuery({ ...caseAmountsOptions(duration), enabled: mayCount });
  const isRefused = error instanceof CallFailed;
  useEffect(() => {
    if (isRefused) showNotice({ id: 'dashboard', message: 'Something Went Wrong, please try again later!', tone: 'stop' });
  }, [isRefused]);
  return data?.caseAmounts;
}

function NothingHere({ isNarrowed, mayStart }: { readonly isNarrowed: boolean; readonly mayStart: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No case fits">
        Try fewer letters, another filter, or a longer time.
      </EmptyState>
    );
  return (
    <EmptyState title="No cases in this time">
      {mayStart ? 'Start one with “New consent”, or look further back.' : 'Look further back.'}
    </EmptyState>
  );
}
