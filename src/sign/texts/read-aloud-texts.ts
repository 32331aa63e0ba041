import { languageName } from '#domain/values/language-name.ts';
import type { Widened } from './texts.ts';

/** Sentences about voices. */
export const readAloudTexts = {
  noVoiceOnTablet: 'This tablet has no voice to read aloud',
  noVoice: 'This device has no voice to read aloud',
  /** said in the place of a part in another language */
  notRead: (tag: string) => `A part in ${languageName(tag)} is not read: there is no voice for it here.`,
} as const;

export type ReadAloudTexts = Widened<typeof readAloudTexts>;
