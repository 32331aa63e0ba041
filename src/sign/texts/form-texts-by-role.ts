import type { SignerRole } from '#domain/states.ts';
import { englishForm, type FormTexts } from './form-texts.ts';

const forChildren: FormTexts = {
  ...englishForm,
  plan: { ...englishForm.plan, childSaidNo: 'You said no to this' },
  decline: { ...englishForm.decline, lead: 'You can say no. We will still look after you. We write it down and talk with you.' },
  over: {
    ...englishForm.over,
    declined: {
      h1: 'You have said no',
      lines: ['We have written down that you said no.', 'Your clinician will talk with you about what happens next.'],
    },
  },
};

const forOthers: FormTexts = {
  ...englishForm,
  plan: {
    ...englishForm.plan,
    lead: (clinician) => `${clinician} talked about this with the patient.`,
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
  matters: { ...englishForm.matters, h1: 'What matters to the patient?', label: 'What matters to the patient' },
  choices: {
    ...englishForm.choices,
    h1: 'The patient’s other choices',
    refusals: 'The patient does not want',
    unanswered: 'The patient has not answered:',
  },
  risks: { ...englishForm.risks, personal: 'Because of the patient’s own health', removed: 'Left out for this patient' },
  other: { ...englishForm.other, lead: 'Instead of this treatment the patient could have:' },
  check: {
    ...englishForm.check,
    matters: 'What matters to the patient',
  },
  sign: { ...englishForm.sign, h1: 'Sign this form' },
};

const forParents: FormTexts = {
  ...forOthers,
  plan: { ...forOthers.plan, lead: (clinician) => `${clinician} talked about this with you.` },
  matters: { ...forOthers.matters, lead: 'Tell us what is important in the child’s life. It helps us to choose what is right.' },
  decline: { ...forOthers.decline, lead: 'You can say no. We will still look after the child.' },
  over: {
    ...forOthers.over,
    declined: {
      h1: 'You have said no',
      lines: ['We have written down that you said no.', 'The clinician will talk with you about what happens next.'],
    },
  },
};

// These say what they saw, heard or were asked; they do not agree to the treatment.
const forAttesters: FormTexts = {
  ...forOthers,
  plan: { ...forOthers.plan, check: 'If this is not what was talked about, tell the clinician before you go on.' },
  sign: { ...forOthers.sign, send: 'Sign' },
  decline: {
    ...forOthers.decline,
    h1: 'Do you not agree?',
    lead: 'You can say so. The patient will still be looked after.',
    send: 'I do not agree',
  },
  over: {
    ...forOthers.over,
    signed: { h1: 'Thank you. You have signed.', lines: ['There is nothing more for you to do.'] },
    declined: {
      h1: 'You do not agree',
      lines: ['We have written this down.', 'The clinician will talk with you about what happens next.'],
    },
    later: { h1: 'You asked for more time', lines: ['The clinician will talk with you.', 'You can still sign later.'] },
  },
};

// Interpreters decide nothing: they can sign or not.
const forInterpreters: FormTexts = {
  ...forAttesters,
  sign: { ...forAttesters.sign, decline: 'I cannot sign', comments: 'Is there something the clinician should know?' },
  stop: { ...forAttesters.stop, lead: 'You have not signed. You can say that you cannot sign, or go back and read on.' },
  decline: {
    ...forAttesters.decline,
    h1: 'Can you not sign?',
    lead: 'You do not have to sign. The clinician will find another way.',
    send: 'I cannot sign',
  },
  over: {
    ...forAttesters.over,
    declined: { h1: 'You said that you cannot sign', lines: ['The clinician will talk with you about this.'] },
  },
};

const TEXTS: Partial<Record<SignerRole, FormTexts>> = {
  PATIENT: englishForm,
  CHILD: forChildren,
  PARENT: forParents,
  INTERPRETER: forInterpreters,
};

/** The words of the form for one role. */
export function formTextsFor(role: SignerRole | null): FormTexts {
  return role === null ? englishForm : (TEXTS[role] ?? forAttesters);
}
