/** The rights of whoever decides, as every template begins with them and as they stand before the signatures of a blank form. */
export const STARTER_RIGHTS = {
  title: 'Your rights',
  lines: [
    'You can change your mind at any time, even after you have signed.',
    'You can ask for more time, or for another opinion.',
    'You can have somebody with you when you decide.',
    'You will be given a copy of this form.',
  ],
} as const;
