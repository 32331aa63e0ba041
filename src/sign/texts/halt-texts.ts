import type { Widened } from './texts.ts';

/** Words of a form that cannot be shown on this tablet, or does not count any more. */
export const haltTexts = {
  outdated: {
    h1: 'Update this tablet',
    lines: [
      'This form is newer than the app on this tablet, so it cannot be shown.',
      'Please give the tablet back to the clinician.',
    ],
  },
  replaced: {
    h1: 'There is a newer form',
    lines: ['This form does not count any more.', 'Please give the tablet back to the clinician.'],
  },
} as const;

/** The same words in another language. */
export type HaltTexts = Widened<typeof haltTexts>;
