import { hasInk } from '#domain/values/ink.ts';
import type { Capacity } from './capacity.ts';
import { decisionAuthority, isTreatmentOrdered } from './decision-authority.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** A signer whom Form 4 adds to the clinician. */
export type CapacitySigner = {
  role: Extract<SignerRole, 'CONSULTEE' | 'SECOND_OPINION'>;
  name: string;
  email: null;
  required: boolean;
};

/**
 * Whether another clinician must look at the case (rule A16): the patient objects to serious treatment, somebody consulted is against
 * it, or the clinician asks for one. A court's order to treat takes its place (rule A17).
 */
export function isSecondOpinionNeeded(capacity: Capacity): boolean {
  if (isTreatmentOrdered(capacity.authority)) return false;
  return capacity.secondOpinion.needed === true || isDisputed(capacity);
}

/** Whether rule A16 itself asks for a second opinion. */
export function isDisputed({ bestInterests, people }: Capacity): boolean {
  return (
    (bestInterests.objects === true && bestInterests.serious === true) || people.consulted.some(({ against }) => against === true)
  );
}

/**
 * The signers beside the clinician, in their order: the attorneys or deputies who must sign (rule A10), else the people consulted who
 * chose to sign, never both; then a second opinion where one is needed.
 */
export function capacitySigners({ capacity }: { capacity: Capacity | null }): CapacitySigner[] {
  if (capacity === null) return [];
  const { decidedBy, names } = decisionAuthority(capacity);
  const consultee = (name: string, required: boolean): CapacitySigner => ({ role: 'CONSULTEE', name, email: null, required });
  const isByHolder = decidedBy === 'LPA' || decidedBy === 'DEPUTY';
  const consulted = capacity.people.consulted.filter(({ signs, name }) => signs && hasInk(name));
  const signers = isByHolder ? names.map((name) => consultee(name, true)) : consulted.map(({ name }) => consultee(name, false));
  if (isSecondOpinionNeeded(capacity))
    signers.push({ role: 'SECOND_OPINION', name: capacity.secondOpinion.name, email: null, required: true });
  return signers;
}

export type CapacityDeclineOutcome = {
  /** the state of the version after it; null where it stays as it is */
  status: Extract<CaseStatus, 'DECLINED'> | null;
  notifiesClinician: boolean;
  /** The signer's note is printed in a box, and the form goes on. */
  isNoteBoxed: boolean;
};

/** The effect of a consultee's or second clinician's no after the form was sent (rule A18); the signer becomes DECLINED either way. */
export function capacityDeclineOutcome({ required }: Pick<CapacitySigner, 'required'>): CapacityDeclineOutcome {
  return required
    ? { status: 'DECLINED', notifiesClinician: true, isNoteBoxed: false }
    : { status: null, notifiesClinician: false, isNoteBoxed: true };
}
