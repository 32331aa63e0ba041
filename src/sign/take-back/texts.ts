/** Texts for staff who take the tablet back; always in the language of the staff screens. */
export const takeBackTexts = {
  unlock: {
    h1: 'Take the tablet back',
    lead: (name: string) => `This is for staff. ${name} gave the tablet away and can take it back with their password.`,
    password: 'Password',
    empty: 'Enter your password',
    send: 'Take the tablet back',
    other: 'Sign in as somebody else instead',
    tooMany: 'Too many tries. The clinician must sign in again.',
    over: 'Your session has ended. Please sign in again.',
    wrongHere: 'This is not the password',
    tooOld: 'Your last sign-in with the network is more than 12 hours ago. Please sign in with the network.',
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
    code: 'Six digit code',
    codeHint: 'From your authenticator app, or from the email with a backup code.',
    wrongHere:
      'The server cannot be reached. Until it can, only the password of the clinician who gave the tablet away opens it, and this is another one.',
    noCode: 'Enter the six digits',
    wrongCode: 'The code is not right, has ended or was used before',
    mailCode: 'Email me a backup code',
    mailed: 'If this sign-in is yours, a code is on its way to your email.',
  },
  untold: {
    h1: 'The hospital does not know this yet',
    lines: [
      'Whoever had this tablet said that the details shown were wrong. That could not be sent, and it is not saved here.',
      'If you go on without it, the case will not say so. Make sure whose form this is before you hand it over again.',
    ],
    still: 'It could not be sent.',
    leave: 'Take the tablet back without it',
  },
  network: 'Taking the tablet back needs the network. There is none now. Nothing was changed.',
  silence: 'No answer came. Taking the tablet back needs the network. Please try again.',
} as const;
