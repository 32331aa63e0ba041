import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useCreatePatient, type CreatedPatient } from '#src/queries/patient-writes.ts';
import { useIdempotencyKey } from '#src/queries/idempotency-key.ts';
import { newId } from '#src/offline/env.ts';
import { serverNow } from '#src/session/clock.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { useValidatedForm } from '#src/ui/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Duplicates } from './Duplicates.tsx';
import { PatientFields } from './PatientFields.tsx';
import { EMPTY_FORM, fieldOfPath, readPatientForm } from './patient-form.ts';

type NewPatientProps = {
  /** The patient is created for a new consent, which comes next. */
  readonly forConsent: boolean;
  /** Called with the id of the chosen or created patient. */
  readonly onDone: (id: string) => void;
};

/** A form for a new patient; likely duplicates are shown once it is created, and one of them may be used instead. */
export function NewPatient({ forConsent, onDone }: NewPatientProps) {
  const form = useValidatedForm({
    initialValues: EMPTY_FORM,
    validate: (values) => readPatientForm(values, serverNow()).problems,
  });
  const [created, setCreated] = useState<CreatedPatient | null>(null);
  // One id for all tries: a retry cannot create a second patient.
  const [id] = useState(newId);
  const isSaved = useRef(false);
  const create = useCreatePatient();
  const keyFor = useIdempotencyKey();
  const back = (forConsent ? paths.choosePatient : paths.patients).href;
  const save = form.onSubmit((values) => {
    const { draft } = readPatientForm(values, serverNow());
    if (draft === null || create.isPending) return;
    const input = { ...draft, id };
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
          form.setProblems(
            failureProblems(failure).map(({ path, message }) => ({ field: fieldOfPath(path) ?? undefined, message })),
          ),
      },
    );
  });
  if (created !== null) return <Duplicates created={created} onDone={onDone} />;
  return (
    <>
      <PageHeader
        title="New patient"
        back={{ href: back, label: forConsent ? 'Choose a patient' : 'Patients' }}
        about={forConsent ? 'The consent form comes next.' : undefined}
      />
      <Page>
        <ErrorSummary problems={form.problems} />
        <PatientFields form={form} isSaving={create.isPending} />
      </Page>
      <FooterBar>
        <ButtonLink href={back} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={() => save()} loading={create.isPending}>
          Create patient
        </Button>
      </FooterBar>
      <LeaveGuard hasUnsaved={() => !isSaved.current && form.hasChanges()} />
    </>
  );
}
