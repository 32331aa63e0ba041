import {
  agreementMissing,
  authorityMissing,
  courtOrderMissing,
  deciderMissing,
  delegationMissing,
  lookedAfterMissing,
  oneSufficesMissing,
  responsibilityMissing,
  settlementMissing,
} from './family-adult-rules.ts';
import {
  ableRefusalMissing,
  askingMissing,
  basisMissing,
  childDecidesMissing,
  confidenceMissing,
  formMissing,
  gillickMissing,
  interpreterMissing,
  refusalNoteMissing,
  secondAssessorMissing,
  tooYoungMissing,
} from './family-child-rules.ts';
import { isUnder16, type FamilyAround, type FamilyMissing, type FamilyRule } from './family-form.ts';
import type { Family } from './family.ts';
import { deciderOf, type Decider } from '#domain/forms/form-types.ts';

const FAMILY: readonly Decider[] = ['family'];
/** Where a child under 16 may decide alone. */
const CHILD_DECIDES: readonly Decider[] = ['patient', 'family'];

/** The rules that keep a form for a child from being completed, by their rows in forms.md section 1. */
export const FAMILY_RULES: readonly FamilyRule[] = [
  { id: 'C1', deciders: FAMILY, find: formMissing },
  { id: 'C2', deciders: FAMILY, find: basisMissing },
  { id: 'C3', deciders: FAMILY, find: deciderMissing },
  { id: 'C4', deciders: FAMILY, find: responsibilityMissing },
  { id: 'C5', deciders: FAMILY, find: delegationMissing },
  { id: 'C6', deciders: FAMILY, find: lookedAfterMissing },
  { id: 'C7', deciders: FAMILY, find: authorityMissing },
  { id: 'C8', deciders: FAMILY, find: settlementMissing },
  { id: 'C9', deciders: FAMILY, find: oneSufficesMissing },
  { id: 'C10', deciders: FAMILY, find: agreementMissing },
  { id: 'C11', deciders: FAMILY, find: courtOrderMissing },
  { id: 'C13', deciders: CHILD_DECIDES, find: childDecidesMissing },
  { id: 'C14', deciders: CHILD_DECIDES, find: gillickMissing },
  { id: 'C16', deciders: CHILD_DECIDES, find: confidenceMissing },
  { id: 'C17', deciders: FAMILY, find: askingMissing },
  { id: 'C18', deciders: FAMILY, find: refusalNoteMissing },
  { id: 'C19', deciders: FAMILY, find: ableRefusalMissing },
  { id: 'C24', deciders: FAMILY, find: interpreterMissing },
  { id: 'C25', deciders: CHILD_DECIDES, find: tooYoungMissing },
  { id: 'C26', deciders: CHILD_DECIDES, find: secondAssessorMissing },
];

/**
 * The faults that keep the family's part of a form from being completed, in the order of the steps; empty where it is complete.
 * A form of the wrong type has that fault alone. Form 4, and Forms 1 and 3 from 16, have no family's part.
 */
export function familyMissing(form: Family, around: FamilyAround, rules: readonly FamilyRule[] = FAMILY_RULES): FamilyMissing[] {
  const decider = deciderOf(around.formType);
  if (decider !== 'family' && !isUnder16(around)) return [];
  const missing = rules
    .filter(({ deciders }) => deciders.includes(decider))
    .flatMap(({ id, find }) => find(form, around).map((fault) => ({ rule: id, ...fault })));
  const wrongForm = missing.filter(({ path }) => path === 'formType');
  return wrongForm.length > 0 ? wrongForm : missing.toSorted((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step));
}

const STEPS: readonly FamilyMissing['step'][] = ['procedure', 'family', 'child', 'interpreter'];

/** The rules that forms pinned before them are excused from, by the pin's own date. */
const NEW_RULES: readonly string[] = ['C25', 'C26'];
const CHILD_CONSENT: ReadonlySet<string> = new Set(['C13', 'C14', 'C16', ...NEW_RULES]);

/**
 * The faults for which a child under 16 cannot decide alone, on Forms 1, 2 and 3: judged when the form is sent, and at each signature.
 *
 * @param isFromBefore - the form was made ready before the rules of children below 13
 */
export function childConsentMissing(form: Family, around: FamilyAround, isFromBefore = false): FamilyMissing[] {
  return familyMissing(
    form,
    around,
    FAMILY_RULES.filter(({ id }) => CHILD_CONSENT.has(id) && !(isFromBefore && NEW_RULES.includes(id))),
  );
}
