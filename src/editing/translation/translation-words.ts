import { counted } from '#domain/base/counted.ts';
/** The title of a translation whose English has changed meanwhile. */
export const ENGLISH_CHANGED = 'The English has changed since this translation';

/** The act of a translator who has compared an earlier translation with the English of now. */
export const SAYS_THE_SAME = 'It still says the same';

/** `2 texts still in English`. */
export function untranslatedWords(count: number): string {
  return `${counted(count, 'text')} still in English`;
}
