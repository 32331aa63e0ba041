import { hasInk } from '#domain/values/ink.ts';
import type { Capacity } from './capacity.ts';
import { openQuestions, type CapacityRule } from './capacity-rule.ts';
import { courtOrderFaults } from '#domain/family/court-order.ts';
import {
  authorityHolders,
  decidingHolder,
  hasAnswered,
  isRefusedInAdvance,
  isTreatmentOrdered,
  refusesInAdvance,
} from './decision-authority.ts';

const APPOINTMENTS = [
  ['lpa', 'the attorney', 'a lasting power of attorney'],
  ['deputy', 'the deputy', 'a deputy appointed by the court'],
] as const;

/** In an emergency the search may stay incomplete, if it is described. */
function isSearchCutShort({ authority, bestInterests }: Capacity): boolean {
  return bestInterests.urgent === true && hasInk(authority.searchedHow);
}

/** A5: the search for an attorney, a deputy and an advance decision. */
export const isSearched: CapacityRule = ({ capacity }) => {
  const { lpa, deputy, advance } = capacity.authority;
  const isRequired = !isSearchCutShort(capacity);
  const { valid, applicable, refuses } = advance;
  const mayRefuse = isRequired && advance.found === true && refuses !== false;
  return openQuestions('authority', [
    [isRequired && lpa.found === null, 'authority.lpa.found', 'Say whether there is a lasting power of attorney'],
    [isRequired && deputy.found === null, 'authority.deputy.found', 'Say whether there is a deputy appointed by the court'],
    [isRequired && advance.found === null, 'authority.advance.found', 'Say whether there is an advance decision'],
    [mayRefuse && refuses === null, 'authority.advance.refuses', 'Say whether the advance decision refuses this treatment'],
    [mayRefuse && valid === null, 'authority.advance.valid', 'Say whether the advance decision is valid'],
    [
      mayRefuse && applicable === null,
      'authority.advance.applicable',
      'Say whether the advance decision applies to this treatment',
    ],
  ]);
};

/** A6: a binding advance decision. */
export const isNotRefusedInAdvance: CapacityRule = ({ capacity }) =>
  openQuestions('authority', [
    [
      isRefusedInAdvance(capacity) && !isTreatmentOrdered(capacity.authority),
      'authority.advance.refuses',
      'The patient’s advance decision refuses this treatment: it cannot go ahead unless a court orders it',
    ],
  ]);

/** A7: the form of an advance decision about life-sustaining treatment. */
export const isAdvanceFormKnown: CapacityRule = ({ capacity }) => {
  const { written, signed, witnessed, evenIfLife } = capacity.authority.advance;
  const needsFormalities = refusesInAdvance(capacity.authority.advance) && capacity.bestInterests.lifeSustaining === true;
  return openQuestions('authority', [
    [needsFormalities && written === null, 'authority.advance.written', 'Say whether the advance decision is in writing'],
    [needsFormalities && signed === null, 'authority.advance.signed', 'Say whether the advance decision is signed'],
    [needsFormalities && witnessed === null, 'authority.advance.witnessed', 'Say whether a witness signed the advance decision'],
    [
      needsFormalities && evenIfLife === null,
      'authority.advance.evenIfLife',
      'Say whether the advance decision holds “even if my life is at risk”',
    ],
  ]);
};

/** A8: the order of an advance decision and a lasting power. */
export const isAdvanceOrderKnown: CapacityRule = ({ capacity }) => {
  const { lpa, advance } = capacity.authority;
  return openQuestions('authority', [
    [
      refusesInAdvance(advance) && lpa.found === true && lpa.covers !== false && advance.beforeLpa === null,
      'authority.advance.beforeLpa',
      'Say whether the advance decision is older than the lasting power of attorney',
    ],
  ]);
};

/** A9: the power of an attorney or a deputy who was found. */
export const isPowerKnown: CapacityRule = ({ capacity }) => {
  const { authority, bestInterests } = capacity;
  return APPOINTMENTS.flatMap(([field, who, paper]) => {
    const { found, registered, seen, covers, lifeSustaining } = authority[field];
    // An incomplete search in an emergency excuses open questions, but not about an attorney or deputy who has answered.
    if (found !== true || (isSearchCutShort(capacity) && !hasAnswered(authority[field]))) return [];
    const needsExpressPower = bestInterests.lifeSustaining === true && covers !== false;
    return openQuestions('authority', [
      [field === 'lpa' && registered === null, `authority.${field}.registered`, `Say whether ${paper} is registered`],
      [seen === null, `authority.${field}.seen`, `Say whether you have seen the paper about ${who}`],
      [covers === null, `authority.${field}.covers`, `Say whether ${who} may decide on this treatment`],
      [
        needsExpressPower && lifeSustaining === null,
        `authority.${field}.lifeSustaining`,
        `Say whether the paper says that ${who} decides on life-sustaining treatment`,
      ],
    ]);
  });
};

/** A10: the names of those who consent by law. */
export const isConsenterNamed: CapacityRule = ({ capacity }) => {
  if (isTreatmentOrdered(capacity.authority)) return [];
  const holder = decidingHolder(capacity);
  if (holder === undefined || holder.appointment.answer !== 'CONSENTS') return [];
  const { names, joint } = holder.appointment;
  return openQuestions('authority', [
    [names.length === 0, `authority.${holder.field}.names`, 'Enter the name of the person who consents'],
    [names.length > 1 && joint === null, `authority.${holder.field}.joint`, 'Say whether they must decide together'],
  ]);
};

/** A11: the answer of those who decide by law. A deputy is asked only where the attorney could not be reached. */
export const isConsentedByHolder: CapacityRule = ({ capacity }) => {
  if (isTreatmentOrdered(capacity.authority)) return [];
  const holders = authorityHolders(capacity);
  const answered = holders.findIndex(({ appointment }) => hasAnswered(appointment));
  const isUrgent = capacity.bestInterests.urgent === true;
  const isOpenAllowed = isSearchCutShort(capacity);
  return holders.slice(0, answered === -1 ? undefined : answered + 1).flatMap(({ field, appointment: { answer } }) => {
    const path = `authority.${field}.answer`;
    const who = field === 'lpa' ? 'attorney' : 'deputy';
    return openQuestions('authority', [
      [answer === null && !isOpenAllowed, path, `Say what the ${who} answered`],
      [answer === 'REFUSES', path, `The ${who} refuses: ask the Court of Protection before you go on`],
      [
        answer === 'NOT_REACHED' && !isUrgent,
        path,
        `The ${who} must be asked first: if you cannot reach them, ask the Court of Protection`,
      ],
    ]);
  });
};

/** C11: a court's order. */
export const isOrderInForce: CapacityRule = ({ capacity: { authority } }, { today }) =>
  authority.courtOrder === null
    ? []
    : courtOrderFaults(authority.courtOrder, today, 'capacity.authority.courtOrder').map((fault) => ({
        ...fault,
        step: 'authority' as const,
      }));
