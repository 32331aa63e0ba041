import type { SignerRole } from '#domain/states.ts';

/** Every sentence of the patient's pages. Short, plain, up to 20 words; what can change stands in functions. */
export const english = {
  title: 'Your consent form',
  errorTitle: 'Error: ',
  moment: 'One moment…',
  skip: 'Skip to the question',
  back: 'Back',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  continue: 'Continue',
  tryAgain: 'Try again',
  problem: 'There is a problem',
  textSize: 'Text size',
  sizes: { 1: 'Normal text', 2: 'Large text', 3: 'Very large text' },
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  takeBack: 'Clinician: take the tablet back',
  born: (date: string) => `Born ${date}`,
  nhs: (number: string) => `NHS number ${number}`,
  hospitalNumber: (number: string) => `Hospital number ${number}`,

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
  plan: {
    h1: 'What is planned',
    lead: (clinician: string) => `${clinician} talked with you about this.`,
    anaesthetic: 'How you will be kept comfortable',
    acronym: (short: string) => `Also called ${short}.`,
    interpreter: 'Who interprets for you',
    interprets: (name: string, language: string) => `${name}, ${language}`,
    noInterpreter: 'Nobody interprets.',
    check: 'Is this not what you talked about? Then give the tablet back to the clinician.',
  },
  anaesthetic: {
    GENERAL: 'You will be asleep (general anaesthetic).',
    REGIONAL: 'A part of your body will be numb (regional anaesthetic).',
    LOCAL: 'The place will be numb (local anaesthetic).',
    SEDATION: 'You will be relaxed and drowsy (sedation).',
    NONE: 'No anaesthetic is needed.',
  },
  interpreterMode: { IN_PERSON: 'here with you', PHONE: 'by phone', VIDEO: 'by video', BSL: 'in British Sign Language' },
  benefits: { h1: 'What it is for', none: 'Your clinician will tell you what it is for.' },
  risks: {
    h1: 'What can go wrong',
    dots: (people: string) => `Each picture shows ${people} people. Each red dot is a person to whom it happens.`,
    personal: 'Because of your own health',
    removed: 'Left out for you',
    removedLead: 'These risks are often listed. Your clinician left them out and says why.',
    none: 'No risks are listed. Please ask your clinician.',
    exact: (figure: string) => `Exact figure: ${figure}`,
    source: (source: string) => `Source: ${source}`,
  },
  other: {
    h1: 'Other ways',
    lead: 'You can choose one of these instead.',
    none: 'You can say no. Then you have no treatment.',
  },
  form: {
    h1: 'More about your consent',
    patientPlace: 'You sign here, on the last page.',
    clinicianPlace: 'The clinician signs here.',
    interpreterPlace: 'The interpreter signs here.',
  },
  matters: {
    h1: 'What matters to you?',
    lead: 'Tell us what is important in your life. It helps to choose what is right for you.',
    label: 'What matters to me',
    hint: 'You can leave this empty.',
    nothing: 'Nothing was written.',
  },
  choices: {
    h1: 'Your other choices',
    lead: 'You can say yes or no to each. It does not change your care.',
    refusals: 'You do not want',
    ACCEPT: 'Yes',
    REFUSE: 'No',
    DISCUSS: 'I want to talk about it',
    none: 'Not answered',
  },
  fixed: 'Somebody has signed this form. So these answers cannot change now.',
  question: {
    h1: 'Do you have a question?',
    lead: 'You can ask anything. You sign only when you are ready.',
    no: 'No',
    yes: 'Yes',
    choose: 'Choose yes or no',
    label: 'What would you like to ask?',
    empty: 'Write your question, or choose “No”',
    send: 'Send my question',
    asked: 'You asked',
    answer: (name: string) => `Answer from ${name}`,
    waiting: 'Please talk with the clinician',
    waitingLead: 'You asked a question. You can sign after it is answered.',
    waitingNext: 'Give the tablet back to the clinician now. You can also go back and read again.',
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
    answered: 'All your questions are answered.',
    signers: 'Who signs',
    version: 'Form',
    versionOf: (number: number) => `Version ${number}`,
    nothing: 'Nothing written',
    talk: 'You want to talk about something. Please do so before you sign.',
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
    markHint: 'Make any mark in the box, like a cross. Somebody must watch.',
    sayHint: 'Say out loud that you agree. Somebody must hear it.',
    typeHint: 'Type your name as you would sign it.',
    typeLabel: 'Your name',
    undo: 'Undo',
    clear: 'Clear',
    witness: 'The person who watches or hears',
    witnessName: 'Name of the witness',
    witnessRole: 'Role of the witness',
    witnessRoleHint: 'For example: nurse, or daughter',
    noInk: 'Please sign in the box',
    dot: 'There is too little in the box. Please sign with a longer line',
    noMark: 'Please make a mark in the box',
    noTyped: 'Please type your name',
    noWitnessName: 'Write the name of the witness',
    noWitnessRole: 'Write the role of the witness',
    send: 'Accept and send',
    sending: 'Sending…',
    later: 'I need more time',
    decline: 'I do not agree',
    offline: 'There is no network. Your signature is still here; it was not sent.',
    silence: 'No answer came. Your signature is still here. We do not know yet if it was sent. Try again: it counts only once.',
  },
  later: {
    h1: 'Do you need more time?',
    lead: 'Take the time that you need. Nothing is signed. Your care does not change.',
    label: 'Do you want to tell us why?',
    hint: 'You can leave this empty.',
    send: 'Yes, I need more time',
  },
  decline: {
    h1: 'Do you not agree?',
    lead: 'You can say no. Nothing is signed. Staff will still care for you.',
    label: 'Do you want to tell us why?',
    hint: 'You can leave this empty.',
    send: 'Yes, I do not agree',
  },
  over: {
    signed: {
      h1: 'Thank you. You have signed.',
      lines: [
        'What happens next: the clinician signs too. Then the form is sealed, so nobody can change it.',
        'The hospital gives you a copy.',
        'You can change your mind at any time. Tell any member of staff, even on the day.',
      ],
    },
    declined: {
      h1: 'You said that you do not agree',
      lines: ['Nothing is signed. Your clinician will talk with you about what happens next.', 'You can change your mind at any time.'],
    },
    later: {
      h1: 'You asked for more time',
      lines: ['Nothing is signed. Your clinician knows and will talk with you.', 'You can still say yes or no later.'],
    },
    wrongPerson: {
      h1: 'Please give the tablet back to the clinician',
      lines: ['Thank you for telling us. Please tell the clinician what is wrong.'],
    },
    giveBack: 'Please give the tablet back to the clinician.',
  },
  halted: {
    network: {
      h1: 'Ask the clinician',
      lines: ['There is no network, so your form cannot be shown.', 'Please give the tablet back to the clinician, or try again.'],
    },
    ended: {
      h1: 'Ask the clinician',
      lines: ['The time for this form has ended.', 'Please give the tablet back. The clinician can start again with you.'],
    },
    changed: {
      h1: 'The form has changed since it was shown',
      lines: ['So it was not signed. Please read the new form first.'],
    },
    insecure: {
      h1: 'Ask the clinician',
      lines: ['This tablet has no safe connection, so nothing can be signed here.'],
    },
    failed: { h1: 'Ask the clinician', lines: ['Something went wrong. Nothing was signed.'] },
    reload: 'Show the form again',
  },
  network: 'There is no network. What you wrote is still here; it was not sent.',
  silence: 'No answer came. What you wrote is still here. Please try again.',
  linkEnded: {
    h1: 'This link has ended',
    lines: [
      'Your form cannot be opened with this link.',
      'Please phone the hospital, or ask at your next visit. Staff can show you the form on a tablet.',
    ],
  },
} as const;

/** The same keys with any words: what a translation must give. */
export type Texts = Widened<typeof english>;
type Widened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : T extends readonly string[]
      ? readonly string[]
      : { readonly [K in keyof T]: Widened<T[K]> };

// Parents, interpreters and witnesses read of "the patient" where a patient reads of "you".
const forOthers: Texts = {
  ...english,
  title: 'Consent form',
  identity: { ...english.identity, h1: 'Is this the patient?', yes: 'Yes, this is right' },
  plan: {
    ...english.plan,
    lead: (clinician) => `${clinician} talked about this with the patient.`,
    interpreter: 'Who interprets for the patient',
  },
  matters: { ...english.matters, h1: 'What matters to the patient?', label: 'What matters to the patient' },
  choices: { ...english.choices, h1: 'The patient’s other choices', refusals: 'The patient does not want' },
  risks: { ...english.risks, personal: 'Because of the patient’s own health', removed: 'Left out for this patient' },
  check: { ...english.check, matters: 'What matters to the patient' },
  sign: { ...english.sign, h1: 'Sign this form' },
};

/** The words for one role. */
export function textsFor(role: SignerRole | null): Texts {
  return role === null || role === 'PATIENT' || role === 'CHILD' ? english : forOthers;
}
