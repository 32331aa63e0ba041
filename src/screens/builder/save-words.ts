import type { StateTone } from '#domain/state-words.ts';
import { isDirty, isWorthSaving, type Held } from './saver.ts';

/** What the footer says about saving; `clock` writes a moment (epoch ms) as `14:02`. */
export function saveWords(held: Held, clock: (at: number) => string): { tone: StateTone; words: string } | null {
  const { state } = held;
  switch (state.kind) {
    case 'saving':
      return { tone: 'plain', words: 'Saving…' };
    case 'saved':
      return { tone: 'ok', words: `Saved ${clock(state.at)}` };
    case 'unsaved':
      if (!isWorthSaving(held)) return null;
      return isDirty(held) ? { tone: 'plain', words: 'Not saved yet' } : { tone: 'ok', words: 'Saved' };
    case 'conflict':
      return { tone: 'warn', words: 'Not saved: somebody else has changed this' };
    case 'failed':
      return { tone: 'stop', words: `Not saved: ${lower(state.message)}` };
  }
}

// The catalogue's sentences start with a capital; here they follow a colon.
function lower(sentence: string): string {
  return sentence.charAt(0).toLocaleLowerCase('en-GB') + sentence.slice(1);
}
