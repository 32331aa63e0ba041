import { CallFailed } from '#contract/call.ts';
import { Patient } from '#domain/patient.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUpdatePatient } from '#src/queries/patient-writes.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { serverNow } from '#src/session/clock.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { patientChanges } from './patient-changes.ts';
import { mergePatientForms, type Merge } from './patient-conflict.ts';
import { fieldOfPath, patientFormOf, readPatientForm, type PatientForm, type PatientFormField } from './patient-form.ts';

/** For each clash, which value shall stay; missing until somebody chose. */
export type Choices = Readonly<Partial<Record<PatientFormField, 'mine' | 'theirs'>>>;

/** One edit of a patient, from opening the form until it is saved. Whatever fails, what was typed stays. */
export function usePatientEdit(opened: Patient, onSaved: () => void) {
  const [base, setBase] = useState(opened);
  const [form, setForm] = useState(() => patientFormOf(opened));
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [merge, setMerge] = useState<Merge | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const isSaved = useRef(false);
  const update = useUpdatePatient();
  const keyFor = useSteadyKey();

  const fail = (failure: unknown) => {
    const current = currentOf(failure);
    if (current !== null) {
      const merged = mergePatientForms({ base: patientFormOf(base), mine: form, theirs: patientFormOf(current) });
      setBase(current);
      setForm(merged.form);
      setMerge(merged);
      setChoices({});
    }
    setProblems(failureProblems(failure).map(({ path, message }) => ({ field: fieldOfPath(path) ?? undefined, message })));
  };
  const save = () => {
    const open = (merge?.clashes ?? []).filter(({ field }) => choices[field] === undefined);
    const read = readPatientForm(form, serverNow());
    const unchosen = open.map(({ field }) => ({ field: `keep-${field}`, message: 'Choose which value to keep' }));
    setProblems([...unchosen, ...read.problems]);
    if (read.draft === null || open.length > 0 || update.isPending) return;
    const changes = patientChanges(readPatientForm(patientFormOf(base), serverNow()).draft ?? {}, read.draft);
    const done = () => {
      isSaved.current = true;
      onSaved();
    };
    if (Object.keys(changes).length === 0) return done();
    return update.mutate(
      { base, changes, idempotencyKey: keyFor([base.version, changes]) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          done();
        },
        onError: fail,
      },
    );
  };
  return {
    form,
    problems,
    merge,
    choices,
    save,
    /** The form must not be changed meanwhile: the answer is to what stood in it when Save was pressed. */
    isSaving: update.isPending,
    change: (change: Partial<PatientForm>) => setForm((before) => ({ ...before, ...change })),
    choose: (field: PatientFormField, side: 'mine' | 'theirs') => {
      const clash = merge?.clashes.find((each) => each.field === field);
      if (clash === undefined) return;
      setChoices((before) => ({ ...before, [field]: side }));
      setForm((before) => ({ ...before, [field]: clash[side] }));
    },
    hasUnsaved: () => !isSaved.current && JSON.stringify(form) !== JSON.stringify(patientFormOf(base)),
  };
}

/** The patient as it is now, from a refusal for a stale version. */
function currentOf(failure: unknown): Patient | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const parsed = v.safeParse(v.object({ current: Patient }), failure.data);
  return parsed.success ? parsed.output.current : null;
}
