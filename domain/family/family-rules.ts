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
} from './family-child-rules.ts';
import { isUnder16, type FamilyAround, type FamilyMissing, type FamilyRule } from './family-form.ts';
import type { Family } from './family.ts';
import type { FormType } from '#domain/forms/form-types.ts';

const FORM_2: readonly FormType[] = ['FORM_2'];
/** The forms on which a child under 16 decides alone. */
const CHILD_DECIDES: readonly FormType[] = ['FORM_1', 'FORM_2', 'FORM_3'];

/** The rules that keep a form for a child from being completed, by their rows in forms.md section 1. */
export const FAMILY_RULES: readonly FamilyRule[] = [
  { id: 'C1', forms: FORM_2, find: formMissing },
  { id: 'C2', forms: FORM_2, find: basisMissing },
  { id: 'C3', forms: FORM_2, find: deciderMissing },
  { id: 'C4', forms: FORM_2, find: responsibilityMissing },
  { id: 'C5', forms: FORM_2, find: delegationMissing },
  { id: 'C6', forms: FORM_2, find: lookedAfterMissing },
  { id: 'C7', forms: FORM_2, find: authorityMissing },
  { id: 'C8', forms: FORM_2, find: settlementMissing },
  { id: 'C9', forms: FORM_2, find: oneSufficesMissing },
  { id: 'C10', forms: FORM_2, find: agreementMissing },
  { id: 'C11', forms: FORM_2, find: courtOrderMissing },
  { id: 'C13', forms: CHILD_DECIDES, find: childDecidesMissing },
  { id: 'C14', forms: CHILD_DECIDES, find: gillickMissing },
  { id: 'C16', forms: CHILD_DECIDES, find: confidenceMissing },
  { id: 'C17', forms: FORM_2, find: askingMissing },
  { id: 'C18', forms: FORM_2, find: refusalNoteMissing },
  { id: 'C19', forms: FORM_2, find: ableRefusalMissing },
  { id: 'C24', forms: FORM_2, find: interpreterMissing },
];

/**
 * The faults that keep the family's part of a form from being completed, in the order of the steps; empty where it is complete.
 * A form of the wrong type has that fault alone. Form 4, and Forms 1 and 3 from 16, have no family's part.
 */
export function familyMissing(form: Family, around: FamilyAround, rules: readonly FamilyRule[] = FAMILY_RULES): FamilyMissing[] {
  if (around.formType !== 'FORM_2' && !isUnder16(around)) return [];
  const missing = rules
    .filter(({ forms }) => forms.includes(around.formType))
    .flatMap(({ id, find }) => find(form, around).map((fault) => ({ rule: id, ...fault })));
  const wrongForm = missing.filter(({ path }) => path === 'formType');
  return wrongForm.length > 0 ? wrongForm : missing.toSorted((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step));
}

const STEPS: readonly FamilyMissing['step'][] = ['procedure', 'family', 'child', 'interpreter'];

const CHILD_CONSENT: ReadonlySet<string> = new Set(['C13', 'C14', 'C16']);

/** The faults for which a child under 16 cannot decide alone, on Forms 1, 2 and 3: judged when the form is sent, and at each signature. */
export function childConsentMissing(form: Family, around: FamilyAround): FamilyMissing[] {
  return familyMissing(
    form,
    around,
    FAMILY_RULES.filter(({ id }) => CHILD_CONSENT.has(id)),
  );
}
