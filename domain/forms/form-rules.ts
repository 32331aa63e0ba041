import { deciderOf, FORM_TYPES, type FormType } from './form-types.ts';
import { ADULT_FROM, DECIDES_ALONE_FROM, isForChild, PRESUMED_ABLE_FROM } from './age-at-signing.ts';
import { BEST_INTERESTS, CHILD_DECIDES, FAMILY_DECIDES, PATIENT_DECIDES, YOUNG_PERSON, type BuilderStep } from './form-steps.ts';
import type { SignatureBlockType, SignerRole } from './signer-roles.ts';

/** Under 16, 16 or 17, from 18. */
export type AgeBand = 'CHILD' | 'YOUNG_PERSON' | 'ADULT';

/**
 * The rules of every form of one type.
 *
 * @property offered - its rank among the forms offered at an age; absent where it is not offered
 * @property outgrownAt - ages from which other rules apply, whole years
 * @property steps - of the builder: under 16, and from 16
 * @property blocks - the places for signatures that its template must have
 * @property hasPart - its own parts of the pinned record, beside a child's assessment
 * @property impliedSigner - the signer of an imported form whose file names no role: most often the patient
 * @property hasSedation - whether sedation may be planned
 * @property asksViews - whether the confirmation on the day asks if capacity or views have changed
 * @property blankEdition - the number on every page of the blank form, raised with each change of its text, so that a scan with
 *   pages of two editions is detected
 */
type FormRules = {
  readonly offered: Readonly<Partial<Record<AgeBand, number>>>;
  readonly outgrownAt: readonly number[];
  readonly steps: { readonly child: readonly BuilderStep[]; readonly other: readonly BuilderStep[] };
  readonly blocks: readonly SignatureBlockType[];
  readonly hasPart: { readonly family: boolean; readonly capacity: boolean };
  readonly impliedSigner: SignerRole;
  readonly hasSedation: boolean;
  readonly asksViews: boolean;
  readonly blankEdition: number;
};

const ALL_BLOCKS = ['consent-patient', 'consent-clinic', 'consent-interpreter'] as const;
const OF_PATIENT = {
  outgrownAt: [PRESUMED_ABLE_FROM],
  steps: { child: CHILD_DECIDES, other: PATIENT_DECIDES },
  blocks: ALL_BLOCKS,
  hasPart: { family: false, capacity: false },
  impliedSigner: 'PATIENT',
  asksViews: false,
  blankEdition: 3,
} as const;

/** One row for each type: with who decides (`form-types.ts`) the only place where a form's name is compared with anything. */
export const FORMS: Readonly<Record<FormType, FormRules>> = {
  FORM_1: { ...OF_PATIENT, offered: { CHILD: 2, YOUNG_PERSON: 1, ADULT: 1 }, hasSedation: true },
  FORM_2: {
    offered: { CHILD: 1, YOUNG_PERSON: 2 },
    outgrownAt: [PRESUMED_ABLE_FROM, ADULT_FROM],
    steps: { child: FAMILY_DECIDES, other: YOUNG_PERSON },
    blocks: ALL_BLOCKS,
    hasPart: { family: true, capacity: true },
    impliedSigner: 'PARENT',
    hasSedation: true,
    asksViews: false,
    blankEdition: 4,
  },
  FORM_3: { ...OF_PATIENT, offered: { CHILD: 3, YOUNG_PERSON: 3, ADULT: 2 }, hasSedation: false },
  FORM_4: {
    offered: { YOUNG_PERSON: 4, ADULT: 3 },
    outgrownAt: [PRESUMED_ABLE_FROM, ADULT_FROM],
    steps: { child: BEST_INTERESTS, other: BEST_INTERESTS },
    blocks: ['consent-clinic', 'consent-interpreter'],
    hasPart: { family: false, capacity: true },
    impliedSigner: 'CLINICIAN',
    hasSedation: true,
    asksViews: true,
    blankEdition: 4,
  },
};

/** The age at which exactly these forms are offered. */
export function bandOfForms(forms: readonly FormType[]): AgeBand {
  const isOffered = (band: AgeBand) => forms.every((type) => FORMS[type].offered[band] !== undefined);
  return isOffered('CHILD') ? 'CHILD' : isOffered('ADULT') ? 'ADULT' : 'YOUNG_PERSON';
}

/** The forms that fit a patient of this age (whole years); a new consent starts with the first of them. */
export function formsOfAge(age: number): readonly FormType[] {
  const band = isForChild(age) ? 'CHILD' : age < ADULT_FROM ? 'YOUNG_PERSON' : 'ADULT';
  const positionOf = (type: FormType) => FORMS[type].offered[band] ?? 0;
  const isOffered = (type: FormType) => positionOf(type) > 0 && (age >= DECIDES_ALONE_FROM || deciderOf(type) !== 'patient');
  return FORM_TYPES.filter(isOffered).toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** The steps of a form in their order; `activeTab` is an index into them. @param age - of the patient today, whole years */
export function stepsOfForm(formType: FormType, age: number): readonly BuilderStep[] {
  const { child, other } = FORMS[formType].steps;
  return isForChild(age) ? child : other;
}

/** Whether a birthday between sending and signing put the patient under other rules: the form has to be changed. Ages in whole years. */
export function hasOutgrownForm(formType: FormType, whenSent: number, now: number): boolean {
  return FORMS[formType].outgrownAt.some((threshold) => whenSent < threshold && now >= threshold);
}
