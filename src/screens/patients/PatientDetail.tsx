import { reasonNeededFor } from '#contract/reason-needed.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import { PATIENT_FORM_ORDER } from '#domain/patients/patient-fields.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { ageInWords, patientFieldWords, PATIENT_FORM_FIELDS } from '#domain/patients/patient-words.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { FreshnessNotice } from '#src/results/FreshnessNotice.tsx';
import { paths } from '#src/paths.ts';
import { patientOptions, type PatientDetails } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CasesOfPatient } from './CasesOfPatient.tsx';
import { EditPatient } from './EditPatient.tsx';
import { PatientHistory } from './PatientHistory.tsx';
import { patientFormOf } from './patient-form.ts';
import { PossibleDuplicates } from './PossibleDuplicates.tsx';
import { RecordAsFhir } from './RecordAsFhir.tsx';
import { StoredData } from './StoredData.tsx';
import { StatusNotice } from './StatusNotice.tsx';
import { openOf } from './open-cases.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { UnsentNotice } from './UnsentNotice.tsx';

type PatientDetailProps = {
  readonly id: string;
  readonly editing: boolean;
  /** This tablet's merge notes. */
  readonly notes: ReactNode;
  readonly onEditing: (editing: boolean) => void;
};

const BACK = { href: paths.patients.href, label: 'Patients' };

/** One patient: the identity, whether a consent may start, the cases, and the button to edit the record. */
export function PatientDetail({ id, editing, notes, onEditing }: PatientDetailProps) {
  const query = useQuery(patientOptions(id));
  const { data, error, isPending, refetch } = query;
  const today = useToday();
  const mayWrite = useMay('patients.write');
  if (data === undefined || reasonNeededFor(error) !== undefined)
    return (
      <>
        <PageHeader title="Patient" back={BACK} />
        <Page>{isPending ? <Skeleton card lines={6} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}</Page>
      </>
    );
  const { patient } = data;
  const hidesContact = isContactHidden(data, mayWrite);
  return (
    <>
      <IdentityBar
        surname={patient.lastName}
        firstName={patient.firstName}
        born={longDate(patient.dateOfBirth)}
        age={ageInWords(patient.dateOfBirth, today)}
        nhsNumber={patient.nhsNumber === null ? null : spacedNhsNumber(patient.nhsNumber)}
        {...(patient.hospitalNumber === null ? {} : { hospitalNumber: patient.hospitalNumber })}
        isProtected={patient.restricted}
      />
      {editing ? (
        <EditPatient patient={patient} hidesContact={hidesContact} onClose={() => onEditing(false)} />
      ) : (
        <Overview
          data={data}
          hidesContact={hidesContact}
          notes={notes}
          // The copy of a patient whom the server does not have yet is complete.
          age={<FreshnessNotice fromTablet={patient.version > 0 ? data.servedFromCache : null} query={query} />}
          onEdit={() => onEditing(true)}
        />
      )}
    </>
  );
}

type OverviewProps = {
  readonly data: PatientDetails;
  readonly hidesContact: boolean;
  readonly notes: ReactNode;
  readonly age: ReactNode;
  readonly onEdit: () => void;
};

function Overview({ data: { patient, records, alike, isUnsent, isBlocked }, hidesContact, notes, age, onEdit }: OverviewProps) {
  const mayStart = useMay('consents.write') && mayStartConsent(patient.status);
  return (
    <>
      <PageHeader
        title={patient.recordID === null ? 'Patient' : `Patient ${patient.recordID}`}
        back={BACK}
        actions={mayStart && <ButtonLink href={paths.newConsent(patient.id).href}>New consent</ButtonLink>}
      />
      <Page>
        {age}
        {isUnsent && <UnsentNotice isBlocked={isBlocked} />}
        <StatusNotice patient={patient} />
        <PossibleDuplicates patient={patient} duplicates={alike} {...openOf(records)} />
        <CasesOfPatient records={records} patientId={patient.id} />
        <Details patient={patient} {...openOf(records)} hidesContact={hidesContact} onEdit={onEdit} />
        {patient.version > 0 && <PatientHistory id={patient.id} />}
        <RecordAsFhir patient={patient} />
        <StoredData patient={patient} />
        {notes}
      </Page>
    </>
  );
}

/** Whether details are protected is said above them. */
const SHOWN_FIELDS = PATIENT_FORM_ORDER.filter((field) => field !== 'restricted');

type DetailsProps = {
  readonly patient: Patient;
  readonly unfinished: number;
  readonly referrals: number;
  readonly hidesContact: boolean;
  readonly onEdit: () => void;
};

function Details({ patient, unfinished, referrals, hidesContact, onEdit }: DetailsProps) {
  const [isChanging, setIsChanging] = useState(false);
  const mayWrite = useMay('patients.write');
  const form = patientFormOf(patient);
  const mayChange = mayWrite && patient.status !== 'MERGED';
  const edit = mayChange && (
    <Button variant="subtle" leftSection={<Icon name="edit" />} onClick={onEdit}>
      Edit
    </Button>
  );
  const status = { term: 'Status', value: patientStatusWords(patient.status).words };
  const change = mayChange && (
    <Button variant="subtle" size="sm" onClick={() => setIsChanging(true)}>
      Change status
    </Button>
  );
  return (
    <Panel title="Details" actions={edit}>
      <DefinitionList
        items={[
          ...SHOWN_FIELDS.map((field) => ({
            term: PATIENT_FORM_FIELDS[field].label,
            value: hidesContact && isContactField(field) ? 'Hidden' : patientFieldWords(field, form[field]),
          })),
          change === false ? status : { ...status, action: change },
        ]}
      />
      {isChanging && (
        <StatusDialog patient={patient} unfinished={unfinished} referrals={referrals} onClose={() => setIsChanging(false)} />
      )}
    </Panel>
  );
}

/**
 * Whether the contact details of a patient are not those that the server has: they were left out, or are protected and this is a copy of
 * the tablet or somebody may not see them. Empty fields then mean nothing.
 */
function isContactHidden(
  { patient, isUnsent, servedFromCache }: Pick<PatientDetails, 'patient' | 'isUnsent' | 'servedFromCache'>,
  mayWrite: boolean,
): boolean {
  const isCopy = isUnsent || servedFromCache !== null;
  return patient.contactHidden === true || (patient.restricted && (!mayWrite || isCopy));
}
