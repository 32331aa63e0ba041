import type { OpeningState } from '#src/offline/session.ts';
import { itemsWords } from './item-words.ts';

/** The reason why the queue cannot be shown, and its prospects; null where this tablet has no vault of this person. */
export function notOpenWords(
  opening: OpeningState,
  noted: number,
): { readonly title: string; readonly words: string; readonly isSealed: boolean } | null {
  if (opening === 'opening') {
    const waits = noted === 0 ? '' : `${itemsWords(noted)} ${noted === 1 ? 'waits' : 'wait'} here to be sent. `;
    const words = `${waits}The server is asked for the key. This tablet tries again by itself until an answer comes.`;
    return { title: 'Opening what is saved on this tablet…', words, isSealed: false };
  }
  if (noted === 0) return null;
  return {
    title: `${itemsWords(noted)} on this tablet ${noted === 1 ? 'does' : 'do'} not open`,
    words: 'What is saved stays as it is, sealed. Ask your administrator, and do not clear this browser’s data.',
    isSealed: true,
  };
}
