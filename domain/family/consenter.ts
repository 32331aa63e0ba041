import { DECIDES_ALONE_FROM, isForChild } from '#domain/forms/age-at-signing.ts';
import { deciderOf, type Decider, type FormType } from '#domain/forms/form-types.ts';
import { BASES, type Family } from './family.ts';

type Basis = (typeof BASES)[number];

/** Whose consent a form is; nobody's where a clinician decides in the patient's best interests. */
export type Consenter = 'patient' | 'parent' | 'court' | 'nobody';

const BY_BASIS: Readonly<Record<Basis, Consenter>> = { PARENT: 'parent', CHILD: 'patient', COURT: 'court' };

const BY_DECIDER: Readonly<Record<Decider, (basis: Basis) => Consenter>> = {
  patient: () => 'patient',
  family: (basis) => BY_BASIS[basis],
  clinician: () => 'nobody',
};

/** Whose consent a form is. @param basis - where it is not chosen, or the form names none, as a parent's */
export function consenterOf({ formType, basis = null }: { formType: FormType; basis?: Family['basis'] | undefined }): Consenter {
  return BY_DECIDER[deciderOf(formType)](basis ?? 'PARENT');
}

/**
 * The decision-makers to choose from for a patient of this age (whole years), and the one that is chosen. At 16 and 17 the form is for
 * somebody who cannot decide, and below 8 nobody decides alone.
 */
export function basesOfAge(age: number, chosen: Family['basis']): readonly Basis[] {
  const mayDecide = age >= DECIDES_ALONE_FROM && isForChild(age);
  return BASES.filter((basis) => mayDecide || BY_BASIS[basis] !== 'patient' || basis === chosen);
}
