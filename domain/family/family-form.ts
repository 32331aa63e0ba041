import { hasInk } from '#domain/values/ink.ts';
import { isForChild } from '#domain/forms/age-at-signing.ts';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Fault } from '#domain/base/fault.ts';
import type { Family } from './family.ts';
import type { Parent } from './parent.ts';
import type { Decider, FormType } from '#domain/forms/form-types.ts';

/** The result of the capacity test of a patient from 16, worked out by the caller. */
export type CapacityTestResult = 'ABLE' | 'NOT_ABLE' | 'NOT_TESTED';

/** The facts beside the family's own fields on which its rules depend. */
export type FamilyAround = {
  readonly formType: FormType;
  /** of the patient on the day of the act, whole years */
  readonly age: number;
  /** plain date of the act, where the organisation is */
  readonly today: string;
  /** from 16; under 16 the Gillick assessment counts */
  readonly ability: CapacityTestResult;
  /** the planned anaesthetics of all procedures */
  readonly anaesthetics: readonly string[];
  readonly patientName: string;
  /** null where nobody interprets */
  readonly interpreter: { readonly name: string; readonly isPatient?: boolean } | null;
};

/** One fault of a family's part, the rule that found it, and the step where it is corrected. */
export type FamilyMissing = Fault & { rule: string; step: BuilderStep };

/** One row of forms.md section 1. */
export type FamilyRule = {
  readonly id: string;
  /** on whose forms it holds */
  readonly deciders: readonly Decider[];
  readonly find: (form: Family, around: FamilyAround) => Omit<FamilyMissing, 'rule'>[];
};

/** Whether a patient of this age (whole years) decides alone only after a Gillick assessment. */
export function isUnder16({ age }: Pick<FamilyAround, 'age'>): boolean {
  return isForChild(age);
}

/** Whether the patient can decide alone: under 16 by the Gillick assessment, from then on by the capacity test. */
export function isAble(form: Pick<Family, 'child'>, around: Pick<FamilyAround, 'age' | 'ability'>): boolean {
  return isUnder16(around) ? form.child?.gillick?.able === true : around.ability === 'ABLE';
}

/** A fault in the step of the family. */
export function inFamily(path: string, message: string): Fault & { step: 'family' } {
  return { path, message, step: 'family' };
}

/** A fault in the step of the child. */
export function inChild(path: string, message: string): Fault & { step: 'child' } {
  return { path, message, step: 'child' };
}

/** The faults of each adult, with the adult's path in the form. */
export function ofAdults<T>(form: Family, find: (parent: Parent, path: string, name: string) => T[]): T[] {
  return form.parents.flatMap((parent, at) =>
    find(parent, `parents.${at}`, hasInk(parent.name) ? parent.name : `adult ${at + 1}`),
  );
}

/** As {@link ofAdults}, of those who sign. */
export function ofSigningAdults<T>(form: Family, find: (parent: Parent, path: string, name: string) => T[]): T[] {
  return ofAdults(form, (parent, path, name) => (parent.signs ? find(parent, path, name) : []));
}
