import type { PatientDraft } from '#domain/patients/patient.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { newId } from '#src/device/env.ts';
import { paths } from '#src/paths.ts';
import { useCreatePatient, type CreatedPatient } from '#src/queries/patient-writes.ts';
import type { LocalDuplicate } from '#src/queries/patients.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { serverNow } from '#src/device/clock.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { DuplicateList } from './DuplicateList.tsx';
import { Duplicates } from './Duplicates.tsx';
import { PatientFields } from './PatientFields.tsx';
import { EMPTY_FORM, fieldOfPath, identityOf, readPatientForm } from './patient-form.ts';
import { SamePerson } from './SamePerson.tsx';
import { useDuplicates } from './use-duplicates.ts';

type NewPatientProps = {
  /** The patient is created for a new consent or a referral, which comes next. */
  readonly purpose: keyof typeof PURPOSES | undefined;
  /** Called with the id of the chosen or created patient. */
  readonly onDone: (id: string) => void;
};

/** What comes after the patient: the way back to it, and its sentence. */
const PURPOSES = {
  consent: { back: { href: paths.choosePatient.href, label: 'Choose a patient' }, about: 'The consent form comes next.' },
  referral: { back: { href: paths.newReferral.href, label: 'Choose a patient' }, about: 'The referral comes next.' },
} as const;

/** A likely duplicate that waits for the person's answer. */
type Asked = { readonly draft: PatientDraft; readonly duplicates: readonly LocalDuplicate[] };

/** A form for a new patient. Likely duplicates are shown while one types, and nobody is created before the person has answered. */
export function NewPatient({ purpose, onDone }: NewPatientProps) {
  const form = useValidatedForm({
    initialValues: EMPTY_FORM,
    validate: (values) => readPatientForm(values, serverNow()).problems,
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [created, setCreated] = useState<CreatedPatient | null>(null);
  // One id for all tries: a retry cannot create a second patient.
  const [id] = useState(newId);
  const isSaved = useRef(false);
  const create = useCreatePatient();
  const keyFor = useIdempotencyKey();
  const { typed, look, isLooking } = useDuplicates({ id, ...identityOf(form.values) });
  const next = purpose === undefined ? undefined : PURPOSES[purpose];
  const back = next?.back ?? { href: paths.patients.href, label: 'Patients' };
  const done = (patientID: string) => {
    isSaved.current = true;
    onDone(patientID);
  };
  const fail = (failure: unknown) =>
    form.setProblems(failureProblems(failure).map(({ path, message }) => ({ field: fieldOfPath(path) ?? undefined, message })));
  const createPatient = (draft: PatientDraft, answered: readonly LocalDuplicate[]) => {
    if (create.isPending) return;
    const input = { ...draft, id };
    create.mutate(
      { input, idempotencyKey: keyFor(input) },
      {
        onSuccess: (made) => {
          isSaved.current = true;
          const isAnswered = ({ patient }: LocalDuplicate) => answered.some((each) => each.patient.id === patient.id);
          const others = made.possibleDuplicates.filter((each) => !isAnswered(each));
          if (others.length > 0) return setCreated({ ...made, possibleDuplicates: others });
          // The next screen is about the patient: that it exists shows by itself.
          if (made.kind === 'queued') noticeSuccess(made.message);
          return onDone(made.patient.id);
        },
        onError: fail,
      },
    );
  };
  const save = form.onSubmit((values) => {
    const { draft } = readPatientForm(values, serverNow());
    if (draft === null || create.isPending || isLooking) return;
    const go = (duplicates: readonly LocalDuplicate[]) =>
      duplicates.length > 0 ? setAsked({ draft, duplicates }) : createPatient(draft, []);
    void look({ id, ...identityOf(values) }).then(go, fail);
  });
  if (created !== null) return <Duplicates created={created} onDone={onDone} />;
  const guard = <LeaveGuard hasUnsaved={() => !isSaved.current && form.hasChanges()} />;
  if (asked !== null)
    return (
      <>
        <SamePerson
          entered={{ ...identityOf(form.values), firstName: asked.draft.firstName, recordID: null }}
          duplicates={asked.duplicates}
          problems={form.problems}
          isBusy={create.isPending}
          onUse={done}
          onCreate={() => createPatient(asked.draft, asked.duplicates)}
          onBack={() => setAsked(null)}
        />
        {guard}
      </>
    );
  const isBusy = create.isPending || isLooking;
  return (
    <>
      <PageHeader title="New patient" back={back} about={next?.about} />
      <Page>
        <ErrorSummary problems={form.problems} />
        <PatientFields form={form} isSaving={isBusy}>
          {typed.length > 0 && (
            <>
              <Notice tone="warn" title="A patient with the same details already exists." live>
                <p>Is it one of these? Then use that record.</p>
              </Notice>
              <DuplicateList duplicates={typed} onUse={({ id: other }) => done(other)} />
            </>
          )}
        </PatientFields>
      </Page>
      <FooterBar>
        <ButtonLink href={back.href} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={() => save()} loading={isBusy}>
          Create patient
        </Button>
      </FooterBar>
      {guard}
    </>
  );
}
