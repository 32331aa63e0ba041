import { durationWords, numberWord } from '#domain/base/duration-words.ts';
import { SESSION_CAP } from '#domain/accounts/session.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { CODE_LENGTH } from '#domain/accounts/codes.ts';
import { tabletPinWords } from '#src/session/tablet-pin-words.ts';

/** Texts for staff who take the tablet back; always in the language of the staff screens. */
export const takeBackTexts = {
  show: 'Show',
  hide: 'Hide',
  unlock: {
    h1: 'Take the tablet back',
    lead: (name: string) => `This is for staff. ${name} handed over the tablet and can take it back with their password.`,
    password: 'Password',
    empty: 'Enter your password',
    send: 'Take the tablet back',
    other: 'Sign in as somebody else instead',
    tooMany: 'Too many tries. The clinician must sign in again.',
    over: 'Your session has ended. Please sign in again.',
    wrongHere: 'This is not the password',
    tooOld: `Your last sign-in with the network is more than ${durationWords(SESSION_CAP)} ago. Please sign in with the network.`,
  },
  pin: {
    lead: (name: string) => `This is for staff. ${name} handed over the tablet and can take it back with their tablet PIN.`,
    ...tabletPinWords,
    ended: 'The form was open for too long to use the PIN. Use your password.',
  },
  resume: {
    h1: 'This form was interrupted',
    lead: 'The app was closed while somebody had this form. The clinician who handed over the tablet can open it again where it was, with what was said and drawn.',
    send: 'Go on with the form',
    other: 'Take the tablet back instead',
    unreadable: 'The form cannot be opened again on this tablet. Take the tablet back, and hand it over anew.',
  },
  signIn: {
    h1: 'Staff: sign in to take the tablet back',
    elsewhere: 'This tablet is with a patient',
    lead: 'A member of staff must sign in with email and password. Nothing else can be opened until then.',
    email: 'Email',
    password: 'Password',
    noEmail: 'Enter your email',
    noPassword: 'Enter your password',
    send: 'Sign in',
    code: `${capitalised(numberWord(CODE_LENGTH))} digit code`,
    codeHint: 'From your authenticator app, or from the email with a backup code.',
    wrongHere:
      'The server cannot be reached. Until it can, only the password of the clinician who handed over the tablet opens it, and this is another one.',
    noCode: `Enter the ${numberWord(CODE_LENGTH)} digits`,
    wrongCode: 'That code is not right or has run out',
    mailCode: 'Email me a backup code',
    mailed: 'If this sign-in is yours, a code is on its way to your email.',
  },
  refusalNotSent: {
    h1: 'The hospital does not know this yet',
    lines: [
      'The person with this tablet said that the details are wrong. We could not send that, and it is not saved here.',
      'If you go on without it, the case will not show it. Check whose form this is before you hand it over again.',
    ],
    still: 'We still could not send it. Please try again.',
    leave: 'Take the tablet back without it',
  },
  network: 'Taking the tablet back needs the network. There is none now. Nothing was changed.',
  silence: 'No answer came. Taking the tablet back needs the network. Please try again.',
} as const;
