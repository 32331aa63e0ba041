import type { Capacity } from './capacity.ts';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { CLOCKS_DIFFER } from '#domain/base/device-clock.ts';

/** The parts of a Form 4 that its rules judge. */
export type CapacityForm = {
  /** null while the part is empty */
  capacity: Capacity | null;
  clinicianStatement: { readonly capacity: boolean } | null;
  /** name of the clinician who signs */
  clinicianName: string;
};

export type CapacityAround = {
  /** of the patient on the day of the act, whole years */
  age: number;
  /** plain date in the organisation's zone */
  today: string;
  /** moment of the act, ISO */
  now: string;
  /** whether a tablet pinned the form, maybe one of a build before: it is judged as it was then */
  isPinnedOnTablet?: boolean;
};

/** The steps of Form 4's own part. */
export type CapacityBuilderStep = Extract<BuilderStep, 'capacity' | 'authority' | 'people' | 'bestInterests' | 'secondOpinion'>;
export type CapacityMissing = Missing & { step: CapacityBuilderStep | 'procedure' | 'review' };

/** A form whose part is never null. */
export type JudgedForm = CapacityForm & { capacity: Capacity };

/** One row of the forms' table: its faults in this form, empty where the row is satisfied. */
export type CapacityRule = (form: JudgedForm, around: CapacityAround) => CapacityMissing[];

/** One question of a rule: whether it is open, the field below `capacity`, and the sentence there. */
type Question = readonly [isOpen: boolean, path: string, message: string];

/** The open questions of one step as faults. */
export function openQuestions(step: CapacityBuilderStep, questions: readonly Question[]): CapacityMissing[] {
  return questions.filter(([isOpen]) => isOpen).map(([, path, message]) => ({ path: `capacity.${path}`, message, step }));
}

/** Whether a moment is later than now by more than clocks differ; false for none. */
export function isLater(instant: string | null, now: string): boolean {
  return instant !== null && Date.parse(instant) > Date.parse(now) + CLOCKS_DIFFER;
}
