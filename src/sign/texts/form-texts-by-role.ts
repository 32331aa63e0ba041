import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { englishForm, type FormTexts } from './form-texts.ts';
import type { Widened } from './texts.ts';
import { withChanges } from './with-changes.ts';

/** The texts that differ from the patient's for other signers. */
const englishRoles = {
  CHILD: {
    plan: { childSaidNo: 'You said no to this' },
    decline: { lead: 'You can say no. We will still look after you. We write it down and talk with you.' },
    over: {
      declined: {
        h1: 'You have said no',
        lines: ['We have written down that you said no.', 'Your clinician will talk with you about what happens next.'],
      },
    },
  },
  OTHERS: {
    plan: {
      lead: (clinician: string) => `${clinician} talked about this with the patient.`,
      interpreter: 'Who interprets for the patient',
      anaesthetic: 'How the patient will be kept comfortable',
    },
    anaesthetic: {
      GENERAL: 'The patient will be asleep (general anaesthetic).',
      REGIONAL: 'A part of the body will be numb (regional anaesthetic).',
      LOCAL: 'The area will be numb (local anaesthetic).',
      SEDATION: 'The patient will be calm and sleepy (sedation).',
      NONE: 'The patient does not need an anaesthetic.',
    },
    matters: { h1: 'What matters to the patient?', label: 'What matters to the patient' },
    choices: {
      h1: 'The patient’s other choices',
      refusals: 'The patient’s refusals',
      unanswered: 'The patient has not answered:',
    },
    risks: { personal: 'Because of the patient’s own health', removed: 'Left out for this patient' },
    other: { lead: 'Instead of this treatment the patient could have:' },
    check: { matters: 'What matters to the patient' },
    sign: { h1: 'Sign this form' },
  },
  PARENT: {
    plan: { lead: (clinician: string) => `${clinician} talked about this with you.` },
    // On this form the parent was asked, not the patient.
    choices: { unanswered: 'You have not answered:' },
    matters: { lead: 'Tell us what is important in the child’s life. It helps us to choose what is right.' },
    decline: { lead: 'You can say no. We will still look after the child.' },
    over: {
      declined: {
        h1: 'You have said no',
        lines: ['We have written down that you said no.', 'The clinician will talk with you about what happens next.'],
      },
    },
  },
  // Attesters state what they saw, heard or were asked; they do not agree to the treatment.
  ATTESTERS: {
    plan: { check: 'If this is not what was talked about, tell the clinician before you go on.' },
    // Another than the patient may have been asked.
    choices: { unanswered: 'Not answered:' },
    sign: { send: 'Sign' },
    decline: {
      h1: 'Do you not agree?',
      lead: 'You can say so. The patient will still be looked after.',
      send: 'I do not agree',
    },
    over: {
      signed: { h1: 'Thank you. You have signed.', lines: ['There is nothing more for you to do.'] },
      declined: {
        h1: 'You do not agree',
        lines: ['We have written this down.', 'The clinician will talk with you about what happens next.'],
      },
      later: { h1: 'You asked for more time', lines: ['The clinician will talk with you.', 'You can still sign later.'] },
    },
  },
  // Interpreters decide nothing: they can sign or not.
  INTERPRETER: {
    sign: { decline: 'I cannot sign', comments: 'Is there something the clinician should know?' },
    stop: { lead: 'You have not signed. You can say that you cannot sign, or go back and read on.' },
    decline: {
      h1: 'Can you not sign?',
      lead: 'You do not have to sign. The clinician will find another way.',
      send: 'I cannot sign',
    },
    over: {
      declined: { h1: 'You said that you cannot sign', lines: ['The clinician will talk with you about this.'] },
    },
  },
} as const;

export type RoleChanges = Widened<typeof englishRoles>;

/** The texts of the form for each role: the patient's, with the role's changes. */
export function byRole(patients: FormTexts, changes: RoleChanges): (role: SignerRole | null) => FormTexts {
  const others = withChanges(patients, changes.OTHERS);
  const attesters = withChanges(others, changes.ATTESTERS);
  const own: Partial<Record<SignerRole, FormTexts>> = {
    CHILD: withChanges(patients, changes.CHILD),
    PARENT: withChanges(others, changes.PARENT),
    INTERPRETER: withChanges(attesters, changes.INTERPRETER),
  };
  return (role) => {
    if (role === null) return patients;
    const { isPatient, decides } = ROLE_RULES[role];
    return own[role] ?? (isPatient ? patients : decides ? others : attesters);
  };
}

/** The words of the form for one role, in English. */
export const formTextsFor = byRole(englishForm, englishRoles);
