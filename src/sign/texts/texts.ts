import { sideInWords } from '#domain/consents/consent.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';

/** Sentences around the form and of its first and last pages. Short, plain, up to 20 words; variable parts are functions. */
export const english = {
  title: 'Your consent form',
  errorTitle: 'Error: ',
  moment: 'One moment…',
  back: 'Back',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  continue: 'Continue',
  tryAgain: 'Try again',
  problem: 'There is a problem',
  textSize: 'Text size',
  sizes: { 1: 'Normal text', 2: 'Large text', 3: 'Very large text' },
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  takeBack: 'Staff: take the tablet back',
  whose: 'Name',
  born: (date: string) => `Born ${date}`,
  nhs: (number: string) => `NHS number ${number}`,
  /** a plain date in words */
  date: longDate,
  /** a side in words; empty where there is none */
  side: sideInWords,

  identity: {
    h1: 'Is this you?',
    lead: 'Please check each line.',
    name: 'Name',
    birth: 'Date of birth',
    nhs: 'NHS number',
    hospital: 'Hospital number',
    yes: 'Yes, this is me',
    no: 'No, something is wrong',
  },
  wrongPerson: {
    h1: 'Please give the tablet back to the clinician',
    lines: ['Thank you for telling us. Please tell the clinician what is wrong.'],
    mistake: 'Go back, I tapped this by mistake',
  },
  halted: {
    network: {
      h1: 'Ask the clinician',
      lines: ['There is no network, so we cannot show your form.', 'Please give the tablet back to the clinician, or try again.'],
    },
    closed: {
      h1: 'Ask the clinician',
      lines: [
        'This page was opened again, so your form is closed.',
        'What you saved on this tablet is still there. Please give the tablet back to the clinician.',
      ],
    },
    ended: {
      h1: 'Ask the clinician',
      lines: ['The time for this form has ended.', 'Please give the tablet back. The clinician can start again with you.'],
    },
    changed: {
      h1: 'The form has changed since it was shown',
      lines: ['So you have not signed it. Please read the new form first.'],
    },
    insecure: {
      h1: 'Ask the clinician',
      lines: ['This tablet has no safe link to the hospital, so you cannot sign here. Please give it back to the clinician.'],
    },
    failed: {
      h1: 'Ask the clinician',
      lines: ['Something went wrong. Please try again, or give the tablet back to the clinician.'],
    },
    reload: 'Show the form again',
  },
  network: 'There is no network. What you wrote is still here; it was not sent. Please try again.',
  cleared: 'This tablet has lost its storage, so it was not saved. Please give the tablet back to the clinician.',
  full: 'This tablet is full, so it was not saved. Please give the tablet back to the clinician.',
  failed: 'Something went wrong. What you wrote is still here. Please try again.',
  silence: 'No answer came. What you wrote is still here. Please try again.',
} as const;

export type Texts = Widened<typeof english>;
/** The same keys with any strings: the type of a translation. */
export type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [K in keyof T]: Widened<T[K]> };

/** True when this role signs for somebody else, and so reads "the patient" where a patient reads "you". */
export function isForAnother(role: SignerRole | null): boolean {
  return role !== null && !ROLE_RULES[role].isPatient;
}

const forOthers: Texts = {
  ...english,
  title: 'Consent form',
  identity: { ...english.identity, h1: 'Is this the patient?', yes: 'Yes, this is right' },
};

/** The words for one role. */
export function textsFor(role: SignerRole | null): Texts {
  return isForAnother(role) ? forOthers : english;
}
