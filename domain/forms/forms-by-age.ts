import { isForChild } from './age-at-signing.ts';
import type { FormType } from '#domain/base/states.ts';

/** The forms that fit a patient of this age (whole years); a new consent starts with the first of them. */
export function formsOfAge(age: number): readonly FormType[] {
  if (isForChild(age)) return ['FORM_2', 'FORM_1', 'FORM_3'];
  return age < 18 ? ['FORM_1', 'FORM_2', 'FORM_3', 'FORM_4'] : ['FORM_1', 'FORM_3', 'FORM_4'];
}
