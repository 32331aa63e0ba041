import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useCreatePatient, type Created } from '#src/queries/patient-writes.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { newId } from '#src/held/this-device.ts';
import { serverNow } from '#src/session/clock.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Duplicates } from './Duplicates.tsx';
import { PatientFields } from './PatientFields.tsx';
import { EMPTY_PATIENT, fieldOfPath, readPatientForm, type FormProblem, type PatientForm } from './patient-form.ts';

type NewPatientProps = {
  /** The patient is wanted for a new consent, which comes next. */
  readonly forConsent: boolean;
  /** With the id of the patient to go on with. */
  readonly onDone: (id: string) => void;
};

/** A form for a new patient; likely doubles are shown once it is created, and one of them may be used instead. */
export function NewPatient({ forConsent, onDone }: NewPatientProps) {
  const [form, setForm] = useState<PatientForm>(EMPTY_PATIENT);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [created, setCreated] = useState<Created | null>(null);
  // One id for all tries: a second try cannot make a second patient.
  const [id] = useState(newId);
  const isSaved = useRef(false);
  const create = useCreatePatient();
  const keyFor = useSteadyKey();
  const back = forConsent ? '/patient?mode=choose' : '/patient';
  const save = () => {
    const read = readPatientForm(form, serverNow());
    setProblems(read.problems);
    if (read.draft === null || create.isPending) return;
    const input = { ...read.draft, id };
    create.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: (made) => {
          isSaved.current = true;
          if (made.possibleDuplicates.length > 0) return setCreated(made);
          noticeSuccess(made.message);
          return onDone(made.patient.id);
        },
        onError: (failure) =>
          setProblems(failureProblems(failure).map(({ path, message }) => ({ field: fieldOfPath(path) ?? undefined, message }))),
      },
    );
  };
  if (created !== null) return <Duplicates created={created} onDone={onDone} />;
  return (
    <>
      <PageHeader
        title="New patient"
        back={{ href: back, label: forConsent ? 'Choose a patient' : 'Patients' }}
        about={forConsent ? 'The consent form comes next.' : undefined}
      />
      <Page>
        <ErrorSummary problems={problems} />
        <PatientFields
          form={form}
          problems={problems.filter((problem): problem is FormProblem => problem.field !== undefined)}
          isSaving={create.isPending}
          onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        />
      </Page>
      <FooterBar>
        <ButtonLink href={back} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={save} loading={create.isPending}>
          Create patient
        </Button>
      </FooterBar>
      <LeaveGuard hasUnsaved={() => !isSaved.current && form !== EMPTY_PATIENT} />
    </>
  );
}
