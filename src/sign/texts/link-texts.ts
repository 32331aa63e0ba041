/** Sentences of mailed links; loaded with their pages. */
export const linkTexts = {
  ended: {
    h1: 'This link has ended',
    lines: [
      'You cannot open your form with this link.',
      'Please phone the hospital, or ask at your next visit. Staff can show you the form on a tablet.',
    ],
  },
} as const;
