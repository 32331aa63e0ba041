import { isConsultee, isParent, isPatientOnOwnForm, type SignerRole } from '#domain/forms/signer-roles.ts';

/**
 * CollaboRATE on five points, word for word: three questions, and the answers from 0 to 4. No word of it may be changed, its author's licence is
 * CC BY-NC-ND. Elwyn G, Barr PJ, Grande SW, Thompson R, Walsh T, Ozanne EM. Developing CollaboRATE: a fast and frugal patient-reported measure of
 * shared decision making in clinical encounters. Patient Educ Couns 2013;93(1):102-107.
 */
export type Wording = { readonly questions: readonly string[]; readonly answers: readonly string[] };

/** The source, as pages and administrators read it. */
export const COLLABORATE = {
  name: 'CollaboRATE',
  source: 'Elwyn et al., Patient Education and Counseling 2013;93(1):102–107',
  licence: 'CC BY-NC-ND',
} as const;

/** The people in whose words it is written: the patient, a parent about a child, and whoever is asked for an adult who cannot decide. */
export const EXPERIENCE_READERS = ['PATIENT', 'PARENT', 'CONSULTEE'] as const;
export type ExperienceReader = (typeof EXPERIENCE_READERS)[number];

/** The number of questions, and that of answers to each. */
export const WORDING_COUNTS = { questions: 3, answers: 5 } as const;
/** The highest answer, which is the best one. */
export const BEST_ANSWER = WORDING_COUNTS.answers - 1;

const ANSWERS = [
  'No effort was made',
  'A little effort was made',
  'Some effort was made',
  'A lot of effort was made',
  'Every effort was made',
] as const;
const CHOOSING = 'How much effort was made to include what matters most to you in choosing what to do next?';

/** The English words of the author. For whoever is asked about another adult there are none here. */
const ENGLISH_WORDINGS: Readonly<Partial<Record<ExperienceReader, Wording>>> = {
  PATIENT: {
    questions: [
      'How much effort was made to help you understand your health issues?',
      'How much effort was made to listen to the things that matter most to you about your health issues?',
      CHOOSING,
    ],
    answers: ANSWERS,
  },
  PARENT: {
    questions: [
      'How much effort was made to help you understand your child’s health issues?',
      'How much effort was made to listen to the things that matter most to you about your child’s health issues?',
      CHOOSING,
    ],
    answers: ANSWERS,
  },
};

/** The English words for a reader; undefined where an administrator has to paste the author's. */
export function englishWording(reader: ExperienceReader): Wording | undefined {
  return ENGLISH_WORDINGS[reader];
}

/**
 * As which reader somebody who has signed is asked; undefined for those who are not: whoever interpreted, attested or signed for the hospital was
 * not the one who was heard, and a child's agreement has no words of this measure.
 */
export function experienceReaderOf(role: SignerRole): ExperienceReader | undefined {
  if (isPatientOnOwnForm(role)) return 'PATIENT';
  if (isParent(role)) return 'PARENT';
  return isConsultee(role) ? 'CONSULTEE' : undefined;
}
