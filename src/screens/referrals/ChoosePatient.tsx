import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { patientListOptions, type PatientListRow } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { BornCell, PatientCell } from '#src/ui/clinical/PatientCells.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The choice of the patient to refer: an existing one, or a new one. */
export function ChoosePatient() {
  const [page, setPage] = useState(1);
  const search = useListSearch({
    key: 'referrals.patient',
    label: 'Name, number or birth date',
    page,
    onFirstPage: () => setPage(1),
  });
  const searchTerm = useDebouncedSearch(search.value);
  const mayWrite = useMay('patients.write');
  const today = useToday();
  const list = useQuery(patientListOptions({ page, status: 'ALL', search: searchTerm }));
  return (
    <ListScreen
      title="Who is referred?"
      back={{ href: paths.referrals.href, label: 'Referrals' }}
      search={search}
      actions={
        mayWrite && (
          <ButtonLink href={paths.newPatientForReferral.href} variant="default">
            New patient
          </ButtonLink>
        )
      }
      content={listContent(list)}
      label="Patients"
      columns={columnsOn(today)}
      rowKey={({ id }) => id}
      rowHref={({ id, status }) => (mayStartConsent(status) ? paths.newReferralFor(id) : paths.patient(id)).href}
      empty={
        <EmptyState icon="patients" title="No patient found">
          {mayWrite ? 'Create them with “New patient”.' : 'Try fewer letters.'}
        </EmptyState>
      }
      noun="patients"
      onPage={setPage}
    />
  );
}

const columnsOn = (today: string): Column<PatientListRow>[] => [
  { heading: 'Patient', width: '2.2fr', cell: (patient) => <PatientCell patient={patient} /> },
  { heading: 'Born', width: '8rem', cell: ({ dateOfBirth }) => <BornCell dateOfBirth={dateOfBirth} today={today} /> },
];
