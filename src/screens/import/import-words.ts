import type { Tone } from '#src/ui/theme/tone.ts';
import type { LineQuestion, LineState, Made } from './lines.ts';

/** Shown beside a file until one of its rows is written. */
export const NOTHING_WRITTEN = 'Nothing is written before you press Import.';

const STATES: Readonly<Record<Exclude<LineState, 'ASK'>, { readonly tone: Tone; readonly words: string }>> = {
  IMPORTED: { tone: 'ok', words: 'Imported' },
  MEND: { tone: 'stop', words: 'Mend' },
  CHECKING: { tone: 'warn', words: 'Not checked' },
  LEFT_OUT: { tone: 'plain', words: 'Left out' },
  CHECK: { tone: 'warn', words: 'Please check' },
  MENDED: { tone: 'ok', words: 'Mended' },
  READY: { tone: 'ok', words: 'Ready' },
};

/** The state of a row in words; an open question has its own. */
export function lineStateWords(
  state: LineState,
  { made, question }: { readonly made: Made | null; readonly question: LineQuestion | null },
): { readonly tone: Tone; readonly words: string } {
  if (state === 'ASK') return { tone: 'warn', words: question?.words ?? STATES.CHECK.words };
  return made?.words === undefined ? STATES[state] : { ...STATES[state], words: made.words };
}
