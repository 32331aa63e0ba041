/** What staff read when they take the tablet back; always in the language of the staff screens. */
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
    twoFactor:
      'This account signs in with a second step, which cannot be done on this page yet. A colleague who signs in with a password alone can take the tablet back.',
  },
  network: 'Taking the tablet back needs the network. There is none now. Nothing was changed.',
  silence: 'No answer came. Taking the tablet back needs the network. Please try again.',
} as const;
