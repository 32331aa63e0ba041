import type { StateTone } from '#domain/state-words.ts';
import { isDirty, isWorthSaving, type Held } from './saver.ts';

type Saving = {
  /** when the server is known to have had what was saved on this tablet, epoch ms; null while it waits */
  readonly sentAt: number | null;
  /** writes a moment (epoch ms) as `14:02` */
  readonly clock: (at: number) => string;
};

/** What the footer says about saving: of what is saved, three words and no others (never more than is true). */
export function saveWords(held: Held, { sentAt, clock }: Saving): { tone: StateTone; words: string } | null {
  const { state } = held;
  switch (state.kind) {
    case 'kept':
      return sentAt === null ? { tone: 'ok', words: 'Saved on this tablet' } : { tone: 'ok', words: `Sent ${clock(sentAt)}` };
    case 'sent':
      return { tone: 'ok', words: `Sent ${clock(state.at)}` };
    case 'saving':
    case 'unsaved':
      return isWorthSaving(held) && isDirty(held) ? { tone: 'plain', words: 'Not saved yet' } : null;
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
