import type { ConflictField } from '#contract/patient-history.ts';
import { isContactField } from '#domain/patients/restricted.ts';
import { PATIENT_FORM_ORDER, type PatientFormField } from '#domain/patients/patient-fields.ts';
import type { PatientForm } from './patient-form.ts';

/** A field that both sides changed to different values. */
export type PatientFieldConflict = { readonly field: PatientFormField; readonly mine: string; readonly theirs: string };

/** The result of an edit after another person saved first. */
export type PatientMerge = {
  /** My input, and theirs for untouched fields. Clashing fields contain my input. */
  readonly form: PatientForm;
  readonly clashes: readonly PatientFieldConflict[];
  /** Fields that only they changed: applied, and named. */
  readonly taken: readonly PatientFormField[];
};

/** The clashes that a person has settled, for the history of the patient: of protected contact details without the values. */
export function settledFields(
  { clashes }: PatientMerge,
  choices: Readonly<Partial<Record<PatientFormField, 'mine' | 'theirs'>>>,
  isProtected: boolean,
): ConflictField[] {
  return clashes.flatMap(({ field, mine, theirs }): ConflictField[] => {
    const choice = choices[field];
    if (choice === undefined) return [];
    const resolution = choice === 'mine' ? 'MINE' : 'THEIRS';
    if (isProtected && isContactField(field)) return [{ field, mine: null, theirs: null, resolution }];
    return [{ field, mine: mine === '' ? null : mine, theirs: theirs === '' ? null : theirs, resolution }];
  });
}

type Sides = { readonly base: PatientForm; readonly mine: PatientForm; readonly theirs: PatientForm };

/** Rebases an edit onto another person's save. No input is dropped. */
export function mergePatientForms({ base, mine, theirs }: Sides): PatientMerge {
  const isTaken = (field: PatientFormField) => mine[field] === base[field] && theirs[field] !== base[field];
  const isClash = (field: PatientFormField) =>
    mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field];
  const taken = PATIENT_FORM_ORDER.filter(isTaken);
  const form = Object.fromEntries(PATIENT_FORM_ORDER.map((field) => [field, isTaken(field) ? theirs[field] : mine[field]]));
  return {
    // Built from every field of FIELD_ORDER, each from a form of this type.
    form: form as PatientForm,
    clashes: PATIENT_FORM_ORDER.filter(isClash).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    taken,
  };
}
