import type { Widened } from './texts.ts';

/** Sentences of the foot of every page. What it leads to is in English; in another language its links say so. */
export const footTexts = {
  privacy: 'Privacy notice',
  accessibility: 'Accessibility',
} as const;

export type FootTexts = Widened<typeof footTexts>;
