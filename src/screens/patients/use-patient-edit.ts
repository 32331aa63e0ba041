import { hasInk } from '#domain/values/ink.ts';
import { CallFailed } from '#contract/engine/call.ts';
import type { ConflictField } from '#contract/patient-history.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientFormField } from '#domain/patients/patient-fields.ts';
import { Patient } from '#domain/patients/patient.ts';
import { lacksContact, RESTRICTED_REASON } from '#domain/patients/restricted.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdatePatient } from '#src/queries/patient-writes.ts';
import { reportConflict } from '#src/queries/merge-notes.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { patientChanges, storedDraftOf } from './patient-changes.ts';
import { mergePatientForms, settledFields, type PatientMerge } from './patient-conflict.ts';
import { patientFieldOfPath, patientFormOf, readPatientForm, type PatientForm } from './patient-form.ts';

/** The chosen value of each clash; missing until the person chose. */
export type ConflictChoices = Readonly<Partial<Record<PatientFormField, 'mine' | 'theirs'>>>;

/** One edit of a patient, from opening the form until it is saved. Input is never lost, whatever fails. */
export function usePatientEdit(opened: Patient, onSaved: () => void) {
  const today = useToday();
  const [base, setBase] = useState(opened);
  const [merge, setMerge] = useState<PatientMerge | null>(null);
  const [choices, setChoices] = useState<ConflictChoices>({});
  const isSaved = useRef(false);
  // Clashes that were settled before somebody else saved once more.
  const settled = useRef<readonly ConflictField[]>([]);
  const settledNow = () => (merge === null ? [] : settledFields(merge, choices, base.restricted));
  const update = useUpdatePatient();
  const keyFor = useIdempotencyKey();
  const form = useValidatedForm({
    initialValues: editFormOf(opened),
    validate: (values) => [
      ...unchosen(merge, choices),
      ...readPatientForm(values, today).problems,
      ...(isProtectionChanged(values, base) && !hasInk(values.reason) ? [{ field: 'reason', message: RESTRICTED_REASON }] : []),
    ],
  });

  const fail = (failure: unknown) => {
    const present = currentOf(failure);
    if (present !== null) {
      const current = withKnownContact(present, base);
      const merged = mergePatientForms({ base: patientFormOf(base), mine: form.values, theirs: patientFormOf(current) });
      settled.current = [...settled.current, ...settledNow()];
      setBase(current);
      form.change(merged.form);
      setMerge(merged);
      setChoices({});
    }
    form.setProblems(
      failureProblems(failure).map(({ path, message }) => ({
        field: path === 'reason' ? path : (patientFieldOfPath(path) ?? undefined),
        message,
      })),
    );
  };
  const save = form.onSubmit((values) => {
    const { draft } = readPatientForm(values, today);
    if (draft === null || update.isPending) return;
    const fields = patientChanges(storedDraftOf(base, today), draft);
    const changes = 'restricted' in fields ? { ...fields, reason: values.reason } : fields;
    const done = () => {
      isSaved.current = true;
      const fields = [...new Map([...settled.current, ...settledNow()].map((each) => [each.field, each])).values()];
      if (fields.length > 0) void reportConflict({ id: base.id, kind: 'CHOSEN', fields, enteredAt: new Date().toISOString() });
      onSaved();
    };
    if (Object.keys(changes).length === 0) return done();
    update.mutate(
      { base, changes, idempotencyKey: keyFor([base.version, changes]) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          done();
        },
        onError: fail,
      },
    );
  });
  return {
    form,
    merge,
    choices,
    save,
    /** The protection of the contact details is changed, which needs a reason. */
    needsReason: isProtectionChanged(form.values, base),
    /** The form must not change meanwhile: the answer applies to its content at the press of Save. */
    isSaving: update.isPending,
    choose: (field: PatientFormField, side: 'mine' | 'theirs') => {
      const clash = merge?.clashes.find((each) => each.field === field);
      if (clash === undefined) return;
      setChoices((before) => ({ ...before, [field]: side }));
      form.at(field).onChange(clash[side]);
    },
    hasUnsaved: () => !isSaved.current && !isSameValue(form.values, editFormOf(base)),
  };
}

/** The form with the reason for a change of protection. */
type EditForm = PatientForm & { readonly reason: string };

function editFormOf(patient: Patient): EditForm {
  return { ...patientFormOf(patient), reason: '' };
}

function isProtectionChanged({ restricted }: EditForm, base: Patient): boolean {
  return restricted !== patientFormOf(base).restricted;
}

/** A copy of the tablet has no contact details of a protected patient: those that the form was opened with stay. */
function withKnownContact(current: Patient, { emailAddress, phoneNumber, address }: Patient): Patient {
  if (!lacksContact(current)) return current;
  return {
    ...current,
    emailAddress: current.emailAddress ?? emailAddress,
    phoneNumber: current.phoneNumber ?? phoneNumber,
    address: current.address ?? address,
  };
}

/** The clashes without a choice yet. */
function unchosen(merge: PatientMerge | null, choices: ConflictChoices): FieldProblem[] {
  const open = (merge?.clashes ?? []).filter(({ field }) => choices[field] === undefined);
  return open.map(({ field }) => ({ field: `keep-${field}`, message: 'Choose which value to keep' }));
}

/** The present patient, from a refusal for a stale version. */
function currentOf(failure: unknown): Patient | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const parsed = v.safeParse(v.object({ current: Patient }), failure.data);
  return parsed.success ? parsed.output.current : null;
}
