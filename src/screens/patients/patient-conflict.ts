import { FIELD_ORDER, type PatientForm, type PatientFormField } from './patient-form.ts';

/** A field that both changed to different values. */
export type Clash = { readonly field: PatientFormField; readonly mine: string; readonly theirs: string };

/** What has become of an edit after somebody else saved first. */
export type Merge = {
  /** What was typed, and theirs where nothing was typed. Clashes still hold what was typed. */
  readonly form: PatientForm;
  readonly clashes: readonly Clash[];
  /** Fields that only they changed: taken over, and said. */
  readonly taken: readonly PatientFormField[];
};

type Sides = { readonly base: PatientForm; readonly mine: PatientForm; readonly theirs: PatientForm };

/** Puts an edit upon what somebody else has saved in the meantime. Nothing that was typed is dropped. */
export function mergePatientForms({ base, mine, theirs }: Sides): Merge {
  const isTaken = (field: PatientFormField) => mine[field] === base[field] && theirs[field] !== base[field];
  const isClash = (field: PatientFormField) =>
    mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field];
  const taken = FIELD_ORDER.filter(isTaken);
  const form = Object.fromEntries(FIELD_ORDER.map((field) => [field, isTaken(field) ? theirs[field] : mine[field]]));
  return {
    // Built from every field of the order, each from a form of this type.
    form: form as PatientForm,
    clashes: FIELD_ORDER.filter(isClash).map((field) => ({ field, mine: mine[field], theirs: theirs[field] })),
    taken,
  };
}
