import { patientStatusWords } from '#domain/state-words.ts';
import type { PatientStatus } from '#domain/states.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { TabletNotice } from '#src/notices/TabletNotice.tsx';
import { useAsked } from '#src/notices/use-asked.ts';
import { listState } from '#src/queries/list-state.ts';
import { patientListOptions, type PatientRow } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { usePageState } from '#src/session/page-state.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { BornCell, PatientCell } from '#src/ui/PatientCells.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { patientHref } from './patient-href.ts';
import styles from './patients.module.css';

type Filter = { readonly page: number; readonly status: PatientStatus | 'ALL' };
type PatientsProps = Filter & {
  /** The patient is wanted for a new consent. */
  readonly choosing: boolean;
  readonly onFilter: (next: Filter) => void;
};

const STATUSES = [
  { value: 'ALL', label: 'All' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INACTIVE', label: 'Inactive' },
  { value: 'DECEASED', label: 'Deceased' },
  { value: 'MERGED', label: 'Merged' },
] as const;

/** The patients of the organisation, to open one or to choose one for a new consent. */
export function Patients({ choosing, page, status, onFilter }: PatientsProps) {
  const [search, setSearch] = usePageState('patients.search', '');
  const asked = useAsked(search);
  const mayWrite = useMay('patients.write');
  const today = useToday();
  const list = useQuery(patientListOptions({ page, status, search: asked }));
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ page: 1, status });
  };
  const newHref = choosing ? '/patient?mode=new&purpose=consent' : '/patient?mode=new';
  return (
    <>
      <PageHeader
        title={choosing ? 'Who is the consent for?' : 'Patients'}
        back={choosing ? { href: '/', label: 'Home' } : undefined}
        search={<SearchBox label="Name, number or birth date" value={search} onChange={changeSearch} />}
        actions={
          mayWrite && (
            <ButtonLink href={newHref} variant={choosing ? 'default' : 'filled'}>
              New patient
            </ButtonLink>
          )
        }
      />
      <Page>
        {!choosing && (
          <FilterChips label="Show" options={STATUSES} value={status} onChange={(next) => onFilter({ page: 1, status: next })} />
        )}
        <StaleNotice query={list} />
        <TabletNotice fromTablet={list.data?.here} />
        <DataTable
          label="Patients"
          columns={columnsOn(today)}
          rows={list.data?.records ?? []}
          rowKey={({ id }) => id}
          rowHref={(patient) => patientHref(patient, choosing)}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={<NobodyHere isNarrowed={asked !== '' || status !== 'ALL'} />}
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager noun="patients" {...list.data} onPage={(next) => onFilter({ page: next, status })} />
        )}
      </Page>
    </>
  );
}

const columnsOn = (today: string): Column<PatientRow>[] => [
  {
    heading: 'Patient',
    width: '2.2fr',
    cell: (patient) => <PatientCell patient={patient} />,
  },
  {
    heading: 'Born',
    width: '8rem',
    cell: ({ dateOfBirth }) => <BornCell dateOfBirth={dateOfBirth} today={today} />,
  },
  { heading: 'Hospital number', width: '1.2fr', phoneLabel: true, cell: ({ hospitalNumber }) => hospitalNumber ?? 'None' },
  {
    heading: 'Status',
    width: '9.5rem',
    cell: ({ status, isUnsent }) => {
      const { tone, words } = patientStatusWords(status);
      return (
        <span className={styles.chips}>
          <StateChip tone={tone}>{words}</StateChip>
          {isUnsent && <StateChip tone="info">Waiting to send</StateChip>}
        </span>
      );
    },
  },
];

function NobodyHere({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="Nobody fits">
        Try fewer letters, the NHS number, or another status.
      </EmptyState>
    );
  return (
    <EmptyState icon="patients" title="No patients yet">
      Create the first one with “New patient”.
    </EmptyState>
  );
}
