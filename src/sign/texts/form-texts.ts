import type { SignerRole } from '#domain/states.ts';
import type { Widened } from './texts.ts';

/** Sentences of the form pages; loaded together with them. */
export const englishForm = {
  plan: {
    h1: 'What is planned',
    lead: (clinician: string) => `${clinician} talked with you about this.`,
    anaesthetic: 'How you will be kept comfortable',
    interpreter: 'Who interprets for you',
    interprets: (name: string, language: string) => `${name}, ${language}`,
    noInterpreter: 'There is no interpreter.',
    statement: 'In their own words:',
    childSaidNo: 'The child said no to this',
    check: 'If this is not what you talked about, choose “Stop here” and tell the clinician before you go on.',
  },
  anaesthetic: {
    GENERAL: 'You will be asleep (general anaesthetic).',
    REGIONAL: 'A part of your body will be numb (regional anaesthetic).',
    LOCAL: 'The area will be numb (local anaesthetic).',
    SEDATION: 'You will be calm and sleepy (sedation).',
    NONE: 'You do not need an anaesthetic.',
  },
  interpreterMode: { IN_PERSON: 'here with you', PHONE: 'by phone', VIDEO: 'by video', BSL: 'in British Sign Language' },
  benefits: { h1: 'What it is for', none: 'Your clinician will tell you what it is for.' },
  risks: {
    h1: 'What can go wrong',
    dots: (people: string) => `Each picture shows ${people} people. Each coloured dot is one person it happens to.`,
    noFigure: 'We do not have a reliable number for this.',
    personal: 'Because of your own health',
    removed: 'Left out for you',
    removedLead: 'These risks are often listed. Your clinician left them out and says why.',
    none: 'No risks are listed. Please ask your clinician.',
    exact: (figure: string) => `Exact number: ${figure}`,
    source: (source: string) => `Source: ${source}`,
  },
  other: {
    h1: 'Your other options',
    lead: 'Instead of this treatment you could have:',
    none: 'You can also choose no treatment. Your clinician can tell you what may happen then.',
  },
  form: {
    h1: 'More about your consent',
  },
  matters: {
    h1: 'What matters to you?',
    lead: 'Tell us what is important in your life. It helps us to choose what is right for you.',
    label: 'What matters to me',
    hint: 'You can leave this empty.',
    nothing: 'Nothing is written here.',
  },
  choices: {
    h1: 'Other things we need to ask',
    lead: 'You can say yes or no to each, or talk about it first.',
    refusals: 'You do not want',
    ACCEPT: 'Yes',
    REFUSE: 'No',
    DISCUSS: 'I want to talk about it',
    none: 'Not answered',
    unanswered: 'You have not answered:',
    leaveAsk: 'Do you want to leave this for now?',
    answerNow: 'Answer now',
    leave: 'Leave it for now',
  },
  fixed: 'Someone has signed this form, so you cannot change these answers now.',
  question: {
    h1: 'Do you have a question?',
    lead: 'You can ask anything. You sign only when you are ready.',
    no: 'No',
    yes: 'Yes',
    choose: 'Choose yes or no',
    label: 'What would you like to ask?',
    empty: 'Write your question, or choose “No”',
    send: 'Send my question',
    offline: 'There is no network, so we cannot send your question. Please ask the clinician yourself.',
    silence: 'No answer came, so your question may not have been sent. Please try again, or ask the clinician yourself.',
    asked: 'You asked',
    answer: (name: string) => `Answer from ${name}`,
    waiting: 'Please talk with the clinician',
    waitingLead: 'You asked a question. You can sign when you have the answer.',
    waitingNext: 'Please give the tablet back to the clinician now. You can also go back and read again.',
  },
  check: {
    h1: 'Check before you sign',
    name: 'Name',
    birth: 'Date of birth',
    planned: 'What is planned',
    matters: 'What matters to you',
    change: 'Change',
    question: 'Your questions',
    noQuestion: 'No questions',
    answered: 'All your questions have an answer.',
    signers: 'Who signs',
    version: 'Form',
    versionOf: (number: number) => `Version ${number}`,
    nothing: 'Nothing is written here',
    talk: 'You want to talk about something. Please talk with the clinician before you sign.',
  },
  sign: {
    h1: 'Sign to say you agree',
    says: 'By signing you say:',
    how: 'How do you want to sign?',
    DRAWN: 'Draw',
    TYPED: 'Type my name',
    MARK_WITNESSED: 'Make a mark',
    VERBAL_WITNESSED: 'Say it',
    pad: 'Box for your signature',
    padHint: 'Sign in the box with your finger or a pen.',
    markHint: 'Make any mark in the box, like a cross. A member of staff or a relative must see you do it.',
    sayHint: 'Say out loud that you agree. A member of staff or a relative must hear you say it.',
    typeHint: 'Type your name as you would sign it.',
    typeLabel: 'Your name',
    undo: 'Undo',
    clear: 'Clear',
    witness: 'Your witness',
    witnessName: 'Name of your witness',
    witnessRole: 'Who is your witness?',
    witnessRoleHint: 'For example: nurse, or daughter',
    witnessBy: 'How does the witness sign?',
    witnessByHint: 'The witness must be 18 or older.',
    witnessDRAWN: 'Draw',
    witnessTYPED: 'Type the name',
    witnessLATER: 'At another time',
    witnessPad: 'Box for the signature of the witness',
    witnessSays: 'By signing, the witness says:',
    noWitnessBy: 'Choose how the witness signs',
    noWitnessInk: 'The witness must sign in the box',
    noWitnessTyped: 'Type the name of the witness',
    witnessIsClinician: 'The clinician on this form cannot be the witness. Ask someone else.',
    witnessIsInterpreter: 'The interpreter cannot be the witness. Ask someone else.',
    witnessIsSigner: 'The witness must be someone else, not one who signs here.',
    comments: 'Is there something the clinician should know?',
    commentsHint: 'You can leave this empty.',
    noInk: 'Please sign in the box',
    dot: 'There is too little in the box. Please sign with a longer line',
    noMark: 'Please make a mark in the box',
    noTyped: 'Please type your name',
    noWitnessName: 'Write the name of your witness',
    noWitnessRole: 'Write who your witness is, for example: nurse, daughter',
    send: 'I agree and sign',
    sending: 'Sending…',
    later: 'I need more time',
    decline: 'I do not agree',
    offline: 'There is no network. Your signature is still here; it was not sent. Please try again.',
    silence: 'No answer came. Your signature is still here. We do not know yet if it was sent. Try again: it counts only once.',
  },
  stop: {
    link: 'Stop here',
    h1: 'Do you want to stop here?',
    lead: 'You have not signed. You can do one of these, or go back and read on.',
    tablet: 'You can also give the tablet back to the clinician.',
    ask: 'Ask a question',
  },
  later: {
    h1: 'Do you need more time?',
    lead: 'Take all the time you need. It will not affect your care.',
    label: 'Do you want to tell us why?',
    hint: 'You can leave this empty.',
    send: 'Yes, I need more time',
  },
  decline: {
    h1: 'Do you want to say no?',
    lead: 'You can say no. We will still look after you.',
    label: 'Do you want to tell us why?',
    hint: 'You can leave this empty.',
    send: 'I do not want this',
  },
  halts: {
    outdated: {
      h1: 'Update this tablet',
      lines: [
        'This form is newer than the app on this tablet, so it cannot be shown.',
        'Please give the tablet back to the clinician.',
      ],
    },
    voided: {
      h1: 'This form was made by mistake',
      lines: ['It does not count.', 'Please give the tablet back to the clinician.'],
    },
  },
  over: {
    signed: {
      h1: 'Thank you. You have signed.',
      lines: [
        'What happens next: the clinician signs too. After that, no one can change the form.',
        'The hospital will give you a copy.',
        'You can change your mind at any time, even on the day. Just tell a member of staff.',
      ],
    },
    declined: {
      h1: 'You have said no',
      lines: [
        'Nothing will be done without your agreement.',
        'Your clinician will talk with you about what happens next.',
        'You can change your mind at any time.',
      ],
    },
    later: {
      h1: 'You asked for more time',
      lines: ['Your clinician will talk with you.', 'You can still say yes or no later.'],
    },
    queued: 'Saved on this tablet. It is sent to the hospital when there is a network.',
    giveBack: 'Please give the tablet back to the clinician.',
  },
} as const;

export type FormTexts = Widened<typeof englishForm>;

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
  sign: { ...forAttesters.sign, decline: 'I cannot sign' },
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
