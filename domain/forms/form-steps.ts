import { isForChild } from './age-at-signing.ts';
import type { FormType } from '#domain/base/states.ts';

/** All steps of the builder. */
export const BUILDER_STEPS = [
  'procedure',
  'risks',
  'family',
  'child',
  'capacity',
  'authority',
  'people',
  'bestInterests',
  'secondOpinion',
  'matters',
  'interpreter',
  'review',
] as const;
export type BuilderStep = (typeof BUILDER_STEPS)[number];

const PATIENT_DECIDES: readonly BuilderStep[] = ['procedure', 'risks', 'matters', 'interpreter', 'review'];
const CHILD_DECIDES: readonly BuilderStep[] = ['procedure', 'risks', 'child', 'matters', 'interpreter', 'review'];
const FAMILY_DECIDES: readonly BuilderStep[] = ['procedure', 'risks', 'family', 'child', 'matters', 'interpreter', 'review'];
/** A young person of 16 or 17 who cannot decide needs the test of Form 4 first. */
const YOUNG_PERSON: readonly BuilderStep[] = [
  'procedure',
  'risks',
  'capacity',
  'family',
  'child',
  'matters',
  'interpreter',
  'review',
];
const BEST_INTERESTS: readonly BuilderStep[] = [
  'procedure',
  'risks',
  'capacity',
  'authority',
  'people',
  'bestInterests',
  'secondOpinion',
  'interpreter',
  'review',
];

/** The steps of a form in their order; `activeTab` is an index into them. @param age - of the patient today, whole years */
export function stepsOfForm(formType: FormType, age: number): readonly BuilderStep[] {
  if (formType === 'FORM_4') return BEST_INTERESTS;
  if (formType === 'FORM_2') return isForChild(age) ? FAMILY_DECIDES : YOUNG_PERSON;
  return isForChild(age) ? CHILD_DECIDES : PATIENT_DECIDES;
}

/** Most steps of one form. */
export const STEPS_MOST = BEST_INTERESTS.length;
