import { patientFilterWords, patientStatusWords } from '#domain/cases/state-words.ts';
import { PATIENT_STATUSES, type PatientStatus } from '#domain/base/states.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { filterWords } from '#src/results/export-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { patientListOptions, type PatientListRow } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { BornCell, PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { patientHref } from './patient-href.ts';
import styles from './patients.module.css';

/** `status` is null until the person chooses one. */
type Filter = { readonly page: number; readonly status: PatientStatus | 'ALL' | null };
type PatientsProps = Filter & {
  /** A patient is being chosen for a new consent. */
  readonly choosing: boolean;
  readonly onFilter: (next: Filter) => void;
};

const STATUSES = [
  { value: 'ALL' as const, label: 'All' },
  ...PATIENT_STATUSES.map((value) => ({ value, label: patientFilterWords(value) })),
];

/** The patients of the organisation, to open one or to choose one for a new consent. */
export function Patients({ choosing, page, status, onFilter }: PatientsProps) {
  const onFirstPage = () => onFilter({ page: 1, status });
  const search = useListSearch({ key: 'patients.search', label: 'Name, number or birth date', page, onFirstPage });
  const searchTerm = useDebouncedSearch(search.value);
  const mayWrite = useMay('patients.write');
  const mayImport = useMay('patients.import');
  const today = useToday();
  // A search must find everybody, or somebody deceased or merged is entered again.
  const shown = status ?? (choosing || searchTerm !== '' ? 'ALL' : 'ACTIVE');
  const list = useQuery(patientListOptions({ page, status: shown, search: searchTerm }));
  const newPatient = choosing ? paths.newPatientForConsent : paths.newPatient;
  return (
    <ListScreen
      title={choosing ? 'Who is the consent for?' : 'Patients'}
      back={choosing ? { href: paths.home.href, label: 'Home' } : undefined}
      search={search}
      actions={
        <>
          {!choosing && (
            <ExportButton
              request={{ name: 'exportPatients', filter: { status: shown, search: searchTerm } }}
              list={{
                noun: 'patients',
                file: 'patients',
                total: list.data?.total ?? null,
                isCapped: list.data?.totalIsCapped,
                filters: filterWords([shown !== 'ALL' && STATUSES.find(({ value }) => value === shown)?.label], searchTerm),
              }}
              note="Address, telephone and email of protected patients are left out."
            />
          )}
          {mayImport && !choosing && (
            <ButtonLink href={paths.importPatients.href} variant="default">
              Import
            </ButtonLink>
          )}
          {mayWrite && (
            <ButtonLink href={newPatient.href} variant={choosing ? 'default' : 'filled'}>
              New patient
            </ButtonLink>
          )}
        </>
      }
      filters={
        !choosing && (
          <FilterChips label="Show" options={STATUSES} value={shown} onChange={(next) => onFilter({ page: 1, status: next })} />
        )
      }
      content={listContent(list)}
      label="Patients"
      columns={columnsOn(today)}
      rowKey={({ id }) => id}
      rowHref={(patient) => patientHref(patient, choosing)}
      empty={<NobodyHere isNarrowed={searchTerm !== '' || status !== null} />}
      noun="patients"
      onPage={(next) => onFilter({ page: next, status })}
    />
  );
}

const columnsOn = (today: string): Column<PatientListRow>[] => [
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
          {status !== 'ACTIVE' && <StateChip tone={tone}>{words}</StateChip>}
          {isUnsent && <StateChip tone="info">Waiting to send</StateChip>}
        </span>
      );
    },
  },
];

function NobodyHere({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No patient found">
        Try fewer letters, the NHS number, or another status.
      </EmptyState>
    );
  return (
    <EmptyState icon="patients" title="No patients yet">
      Create the first one with “New patient”.
    </EmptyState>
  );
}
