import type { Disagreement, Family } from '#domain/family/family.ts';
import { EMPTY_PARENT, type Parent } from '#domain/family/parent.ts';
import { fittingParent } from '#src/editing/adult-edits.ts';
import type { Draft } from '../draft/draft.ts';

const NO_COURT_ORDER: NonNullable<Disagreement['courtOrder']> = { court: '', number: '', date: null, decision: null };

/** Adds an adult, who signs until somebody says otherwise. @param id - UUID of the adult */
export function addParent(draft: Draft, id: string): Draft {
  return { ...draft, parents: [...draft.parents, { ...EMPTY_PARENT, id }] };
}

export function removeParent(draft: Draft, id: string): Draft {
  return withoutOldDisagreement({ ...draft, parents: draft.parents.filter((each) => each.id !== id) });
}

/**
 * Changes one adult. What no longer applies goes: the order or the detail of another ground, and the reported answer of somebody who
 * signs.
 */
export function changeParent(draft: Draft, id: string, change: Partial<Parent>): Draft {
  const parents = draft.parents.map((each) => (each.id === id ? fittingParent({ ...each, ...change }) : each));
  return withoutOldDisagreement({ ...draft, parents });
}

/** Chooses who decides. A court's decision opens its record; without one, a record that says nothing goes. */
export function chooseBasis(draft: Draft, basis: NonNullable<Family['basis']>): Draft {
  if (basis === 'COURT') return changeDisagreement({ ...draft, basis }, { outcome: 'COURT_ORDER' });
  const chosen = { ...draft, basis };
  const wasForCourt = draft.basis === 'COURT' && isUntouched(draft.disagreement);
  return wasForCourt ? { ...chosen, disagreement: null } : withoutOldDisagreement(chosen);
}

/** Whether the record about a disagreement, or a court's decision, is shown. */
export function showsDisagreement({ basis, parents, disagreement }: Family): boolean {
  return basis === 'COURT' || disagreement !== null || parents.some(isAgainst);
}

/** Changes the record about a disagreement; a court's decision belongs to the outcome that a court decided. */
export function changeDisagreement(draft: Draft, change: Partial<Disagreement>): Draft {
  const before: Disagreement = draft.disagreement ?? {
    outcome: 'NOT_SETTLED',
    note: '',
    courtOrder: null,
    recordedBy: '',
    at: '',
  };
  const after = { ...before, ...change };
  const courtOrder = after.outcome === 'COURT_ORDER' ? (after.courtOrder ?? NO_COURT_ORDER) : null;
  return { ...draft, disagreement: { ...after, courtOrder } };
}

function isAgainst({ signs, answer }: Parent): boolean {
  return !signs && answer === 'DISAGREES';
}

function isUntouched(disagreement: Disagreement | null): boolean {
  if (disagreement === null) return true;
  const { note, courtOrder } = disagreement;
  const { court = '', number = '', date = null, decision = null } = courtOrder ?? {};
  return note === '' && court === '' && number === '' && date === null && decision === null;
}

// A record that was opened for an adult who agrees after all, and that says nothing, would only be in the way.
function withoutOldDisagreement(draft: Draft): Draft {
  const isNeeded = draft.basis === 'COURT' || draft.parents.some(isAgainst);
  return isNeeded || !isUntouched(draft.disagreement) ? draft : { ...draft, disagreement: null };
}
