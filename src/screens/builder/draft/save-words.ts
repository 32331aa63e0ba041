import type { StateTone } from '#domain/cases/state-words.ts';
import { isDirty, isWorthSaving, type SaverState } from './saver.ts';

type Saving = {
  /** when the server is known to have had the version saved on this tablet, epoch ms; null while it is pending */
  readonly sentAt: number | null;
  /** formats a time (epoch ms) as `14:02` */
  readonly clock: (at: number) => string;
};

/** The footer's save state: saved content has one of three words and no others, never claiming more than is true. */
export function saveWords(saverState: SaverState, { sentAt, clock }: Saving): { tone: StateTone; words: string } | null {
  const { state } = saverState;
  switch (state.kind) {
    case 'kept':
      return sentAt === null ? { tone: 'ok', words: 'Saved on this tablet' } : { tone: 'ok', words: `Saved ${clock(sentAt)}` };
    case 'sent':
      return { tone: 'ok', words: `Saved ${clock(state.at)}` };
    case 'saving':
    case 'unsaved':
      return isWorthSaving(saverState) && isDirty(saverState) ? { tone: 'plain', words: 'Not saved yet' } : null;
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
