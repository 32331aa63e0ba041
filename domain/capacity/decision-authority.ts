import type { Capacity } from './capacity.ts';
import type { AdvanceDecision, Appointment } from './capacity-authority.ts';
import { courtOrderFaults } from '#domain/family/court-order.ts';

export type DecidedBy = 'ADVANCE_REFUSAL' | 'COURT' | 'LPA' | 'DEPUTY' | 'CLINICIAN';

/** A finding that is printed beside the decision; `rule` as in the forms' table. */
export type AuthorityNote = { rule: 'A6' | 'A7' | 'A8' | 'A9' | 'A11'; text: string; isBoxed: boolean };

export type DecisionAuthority = {
  decidedBy: DecidedBy;
  /** donees or deputies who must sign (rule A10); empty where none must */
  names: readonly string[];
  /** All of them decide together. */
  isJoint: boolean;
  notes: readonly AuthorityNote[];
};

type Judged = Pick<Capacity, 'authority' | 'bestInterests'>;

/** An attorney or deputy who may decide this, in the order in which they are asked. */
export type AuthorityHolder = { kind: 'LPA' | 'DEPUTY'; field: 'lpa' | 'deputy'; appointment: Appointment };

/** A date after every order: rule C11, which has a clock, judges whether an order's date is in the future. */
const END_OF_TIME = '9999-12-31';

/** Whether a court's order lets the treatment go ahead; that its date is past is rule C11's. */
export function isTreatmentOrdered({ courtOrder }: Capacity['authority']): boolean {
  return courtOrder !== null && courtOrderFaults(courtOrder, END_OF_TIME, '').length === 0;
}

/**
 * The attorney, then the deputy, as far as they may decide this (rule A9): registered where it is a lasting power, seen, covering the
 * treatment, and with express power where it sustains life.
 */
export function authorityHolders({ authority, bestInterests }: Judged): AuthorityHolder[] {
  const mayDecide = ({ found, seen, covers, lifeSustaining }: Appointment) =>
    found === true && seen === true && covers === true && (bestInterests.lifeSustaining !== true || lifeSustaining === true);
  const holders: AuthorityHolder[] = [];
  if (mayDecide(authority.lpa) && authority.lpa.registered === true)
    holders.push({ kind: 'LPA', field: 'lpa', appointment: authority.lpa });
  if (mayDecide(authority.deputy)) holders.push({ kind: 'DEPUTY', field: 'deputy', appointment: authority.deputy });
  return holders;
}

/** Whether an advance decision is said to be valid, to apply and to refuse this treatment. */
export function refusesInAdvance({ found, valid, applicable, refuses }: AdvanceDecision): boolean {
  return found === true && valid === true && applicable === true && refuses === true;
}

/** Whether an advance refusal lacks the form that the law requires for life-sustaining treatment (rule A7). */
function lacksForm({ authority: { advance }, bestInterests }: Judged): boolean {
  const { written, signed, witnessed, evenIfLife } = advance;
  return bestInterests.lifeSustaining === true && [written, signed, witnessed, evenIfLife].some((each) => each !== true);
}

/** Whether a later lasting power that covers the treatment goes first (rule A8). */
function isReplacedByLpa(judged: Judged): boolean {
  return judged.authority.advance.beforeLpa === true && authorityHolders(judged).some(({ kind }) => kind === 'LPA');
}

/** Whether an advance decision forbids the treatment (rules A6 to A8), whatever a court says. */
export function isRefusedInAdvance(judged: Judged): boolean {
  return refusesInAdvance(judged.authority.advance) && !lacksForm(judged) && !isReplacedByLpa(judged);
}

/** The decision-maker by the answers of the authority step (rules A6 to A11). */
export function decisionAuthority(capacity: Judged): DecisionAuthority {
  const notes = notesOf(capacity);
  const nobody = { names: [], isJoint: false, notes };
  if (isTreatmentOrdered(capacity.authority)) return { decidedBy: 'COURT', ...nobody };
  if (isRefusedInAdvance(capacity)) return { decidedBy: 'ADVANCE_REFUSAL', ...nobody };
  const { kind, appointment } = decidingHolder(capacity) ?? {};
  if (kind === undefined || appointment === undefined) return { decidedBy: 'CLINICIAN', ...nobody };
  const isJoint = appointment.joint === true && appointment.names.length > 1;
  if (appointment.answer !== 'CONSENTS') return { decidedBy: kind, names: [], isJoint, notes };
  return { decidedBy: kind, names: isJoint ? appointment.names : appointment.names.slice(0, 1), isJoint, notes };
}

/** The attorney, else the deputy; in an emergency the first of them who has answered, and nobody where none has (rule A11). */
export function decidingHolder(capacity: Judged): AuthorityHolder | undefined {
  const holders = authorityHolders(capacity);
  if (capacity.bestInterests.urgent !== true) return holders[0];
  return holders.find(({ appointment }) => hasAnswered(appointment));
}

/** Whether an attorney or deputy has decided either way. */
export function hasAnswered({ answer }: Appointment): boolean {
  return answer === 'CONSENTS' || answer === 'REFUSES';
}

function notesOf(capacity: Judged): AuthorityNote[] {
  const { authority, bestInterests } = capacity;
  const notes: AuthorityNote[] = [];
  const add = (rule: AuthorityNote['rule'], text: string, isBoxed = false) => notes.push({ rule, text, isBoxed });
  if (isRefusedInAdvance(capacity)) add('A6', 'An advance decision refuses this treatment.', true);
  if (refusesInAdvance(authority.advance) && lacksForm(capacity))
    add(
      'A7',
      'An advance decision refuses this treatment. Its form is not complete, so it does not bind us. It is a past wish.',
      true,
    );
  if (refusesInAdvance(authority.advance) && isReplacedByLpa(capacity))
    add(
      'A8',
      'The lasting power of attorney is newer than the advance decision and covers this treatment: the attorney decides.',
    );
  const holders = authorityHolders(capacity);
  for (const [field, noun] of APPOINTMENTS) {
    const { found, names } = authority[field];
    const holder = holders.find((each) => each.field === field);
    if (found === true && holder === undefined)
      add('A9', `${named(noun, names)} has no power to decide this, and can only be consulted.`);
    if (holder !== undefined && !hasAnswered(holder.appointment) && bestInterests.urgent === true)
      add('A11', `${named(noun, names)} could not be asked in time: the treatment is urgent.`);
  }
  return notes;
}

const APPOINTMENTS = [
  ['lpa', 'The attorney'],
  ['deputy', 'The deputy'],
] as const;

function named(noun: string, names: readonly string[]): string {
  return names.length === 0 ? noun : `${noun} (${names.join(', ')})`;
}
