import type { ORDER_KINDS, Parent, Responsibility } from './parent.ts';

/** Grounds of parental responsibility in words, behind "Parental responsibility:" and as the choices of the page. */
export const RESPONSIBILITY_WORDS: Readonly<Record<Responsibility, string>> = {
  MOTHER: 'mother',
  FATHER_MARRIED: 'father, married to the mother',
  FATHER_REGISTERED: 'father, named on the birth certificate',
  SECOND_PARENT: 'second parent',
  ADOPTIVE: 'adoptive parent',
  AGREEMENT: 'by a responsibility agreement',
  STEP_PARENT_AGREED: 'step-parent, by agreement',
  COURT_ORDER: 'by a court order',
  GUARDIAN: 'guardian',
  LOCAL_AUTHORITY: 'local authority',
  DELEGATED: 'none of their own: handed over by somebody who has it',
  OTHER: 'other',
};

/** Kinds of order in words. */
export const ORDER_WORDS: Readonly<Record<(typeof ORDER_KINDS)[number], string>> = {
  PARENTAL_RESPONSIBILITY: 'Parental responsibility order',
  CHILD_ARRANGEMENTS: 'Child arrangements order',
  SPECIAL_GUARDIANSHIP: 'Special guardianship order',
  CARE: 'Care order',
  INTERIM_CARE: 'Interim care order',
  EMERGENCY_PROTECTION: 'Emergency protection order',
  PLACEMENT: 'Placement order',
  WILL: 'Will',
};

export const AGREEMENT_WORDS: Readonly<Record<Parent['answer'], string>> = {
  AGREES: 'Agrees',
  DISAGREES: 'Does not agree',
  NOT_ASKED: 'Not asked',
};
/** How somebody answered, inside a sentence. */
export const ANSWERED_HOW_WORDS: Readonly<Record<NonNullable<Parent['answeredHow']>, string>> = {
  HERE: 'here',
  PHONE: 'by telephone',
  LETTER: 'by letter',
  MEETING: 'in a meeting',
};
