import type { FormType } from '#domain/base/states.ts';

/** The age from which somebody is presumed able to decide alone, in whole years. */
export const PRESUMED_ABLE_FROM = 16;

/** Whether somebody of this age (whole years) decides alone only after an assessment, and else an adult for them. */
export function isForChild(age: number): boolean {
  return age < PRESUMED_ABLE_FROM;
}

/** Ages at which other rules begin, by form. */
const THRESHOLDS: Readonly<Record<FormType, readonly number[]>> = {
  FORM_1: [PRESUMED_ABLE_FROM],
  FORM_2: [PRESUMED_ABLE_FROM, 18],
  FORM_3: [PRESUMED_ABLE_FROM],
  FORM_4: [PRESUMED_ABLE_FROM, 18],
};

/** Whether a birthday between sending and signing put the patient under other rules: the form has to be changed. Ages in whole years. */
export function hasOutgrownForm(formType: FormType, whenSent: number, now: number): boolean {
  return THRESHOLDS[formType].some((threshold) => whenSent < threshold && now >= threshold);
}
