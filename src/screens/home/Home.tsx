import type { SeenRecordSummary } from '#src/queries/records.ts';
import { CallFailed } from '#contract/call.ts';
import { showNotice } from '#src/notices/notices.tsx';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { TabletNotice } from '#src/notices/TabletNotice.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { listState } from '#src/queries/list-state.ts';
import { caseAmountsOptions, recordListOptions } from '#src/queries/dashboard.ts';
import { useComingList } from '#src/queries/listed.ts';
import { useToday } from '#src/queries/use-today.ts';
import { usePageState } from '#src/session/page-state.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { caseChips, PERIODS, type CaseFilter, type Period } from './case-filters.ts';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { ProcedureCell } from './cells.tsx';
import { useComingPlace } from './coming-place.ts';
import { ComingList } from './ComingList.tsx';
import styles from './home.module.css';
import { RecordState } from './RecordState.tsx';

type Filter = { readonly page: number; readonly status: CaseFilter; readonly duration: Period };
type HomeProps = Filter & { readonly onFilter: (next: Filter) => void };

/** The start: the cases in hand, newest first, and the way to a new consent. */
export function Home({ page, status, duration, onFilter }: HomeProps) {
  const [search, setSearch] = usePageState('home.search', '');
  const [asked] = useDebouncedValue(search, 250);
  const mayWrite = useMay('consents.write');
  const today = useToday();
  const list = useQuery(recordListOptions({ page, status, duration, search: asked }));
  const amounts = useAmounts(duration);
  const coming = useComingList(today);
  // Whoever looks for a case, or further back, looks at what they find.
  const isStart = page === 1 && search === '';
  // What stands on the page must not move down under a finger when the coming list is known a moment later.
  const place = useComingPlace(coming, { isStart, isOnline: useOnline() });
  const isWaiting = isStart && place === null;
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ page: 1, status, duration });
  };
  return (
    <>
      <PageHeader
        title="Recent cases"
        search={<SearchBox label="Name, number or birth date" value={search} onChange={changeSearch} />}
        actions={mayWrite && <ButtonLink href="/patient?mode=choose">New consent</ButtonLink>}
      />
      <Page>
        {isStart && place !== 'below' && <ComingList query={coming} today={today} place={place} />}
        <div className={styles.tools} data-waits={isWaiting || undefined}>
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
        </div>
        <StaleNotice query={list} />
        <TabletNotice fromTablet={list.data?.fromTablet} />
        <DataTable
          label="Cases"
          columns={columnsOn(today)}
          rows={list.data?.records ?? []}
          rowKey={({ recordID }) => recordID}
          rowHref={({ recordID }) => `/consent?id=${recordID}`}
          state={isWaiting ? 'loading' : listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={<NothingHere isNarrowed={asked !== '' || status !== 'ALL'} mayStart={mayWrite} />}
        />
        {!isWaiting && list.data !== undefined && list.data.total > 0 && (
          <Pager noun="cases" {...list.data} onPage={(next) => onFilter({ page: next, status, duration })} />
        )}
        {isStart && place === 'below' && <ComingList query={coming} today={today} place={place} />}
      </Page>
    </>
  );
}

const columnsOn = (today: string): Column<SeenRecordSummary>[] => [
  { heading: 'Patient', width: '2.4fr', cell: ({ patient }) => <PatientCell patient={patient} /> },
  { heading: 'Born', width: '7rem', cell: ({ patient }) => <BornCell dateOfBirth={patient.dateOfBirth} today={today} /> },
  { heading: 'Procedure', width: '2fr', cell: ({ current }) => <ProcedureCell procedures={current?.procedures ?? []} /> },
  { heading: 'Consent', width: '12rem', cell: (record) => <RecordState record={record} /> },
];

/** The counts, for those who may see them; a failure is said once, in the words of spec §8. */
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
