import type { PatientDraft } from '#domain/patients/patient.ts';
import { newId } from '#src/device/new-id.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useCreatePatient, type CreatedPatient } from '#src/queries/patient-writes.ts';
import type { LocalDuplicate } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useRef, useState } from 'react';
import { EMPTY_FORM, patientFieldOfPath, identityOf, readPatientForm } from './patient-form.ts';
import { useDuplicates } from './use-duplicates.ts';

/** A likely duplicate that waits for the person's answer. */
type PendingPatient = { readonly draft: PatientDraft; readonly duplicates: readonly LocalDuplicate[] };

/**
 * A patient who is being entered, the likely duplicates among those who exist, and the call that creates them.
 *
 * @param onDone - called with the id of the chosen or created patient
 */
export function useNewPatient(onDone: (id: string) => void) {
  const today = useToday();
  const form = useValidatedForm({
    initialValues: EMPTY_FORM,
    validate: (values) => readPatientForm(values, today).problems,
  });
  const [pending, setPending] = useState<PendingPatient | null>(null);
  const [created, setCreated] = useState<CreatedPatient | null>(null);
  // One id for all tries: a retry cannot create a second patient.
  const [id] = useState(newId);
  const isSaved = useRef(false);
  const create = useCreatePatient();
  const keyFor = useIdempotencyKey();
  const { likely, look, isLooking } = useDuplicates({ id, ...identityOf(form.values) });
  const fail = (failure: unknown) =>
    form.setProblems(
      failureProblems(failure).map(({ path, message }) => ({ field: patientFieldOfPath(path) ?? undefined, message })),
    );
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
    const { draft } = readPatientForm(values, today);
    if (draft === null || create.isPending || isLooking) return;
    const go = (duplicates: readonly LocalDuplicate[]) =>
      duplicates.length > 0 ? setPending({ draft, duplicates }) : createPatient(draft, []);
    void look({ id, ...identityOf(values) }).then(go, fail);
  });
  return {
    form,
    /** of what is typed so far */
    likely,
    /** those about whom the person is asked before anybody is created; null while nobody is */
    pending,
    back: () => setPending(null),
    createPending: ({ draft, duplicates }: PendingPatient) => createPatient(draft, duplicates),
    /** created, with likely duplicates of whom nobody was asked; null without any */
    created,
    /** Takes a patient who exists. */
    use: (patientID: string) => {
      isSaved.current = true;
      onDone(patientID);
    },
    save: () => save(),
    isCreating: create.isPending,
    isBusy: create.isPending || isLooking,
    hasUnsaved: () => !isSaved.current && form.hasChanges(),
  };
}
