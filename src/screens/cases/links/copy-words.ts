import { longTime } from '#domain/values/plain-date.ts';
import type { CopyState } from '#domain/cases/copy-state.ts';
import type { StateTone } from '#domain/cases/state-words.ts';

/** The ways to give a copy. */
export const COPY_WAYS = ['EMAIL', 'QR', 'PRINT'] as const;
export type CopyWay = (typeof COPY_WAYS)[number];

/** The button of each. */
export const COPY_ACTS: Readonly<Record<CopyWay, string>> = {
  EMAIL: 'Email the link',
  QR: 'Show the code',
  PRINT: 'Open it to print',
};

const OUTCOMES = {
  EMAIL: 'Link to the copy sent by email',
  QR: 'Code for the copy shown',
  PRINTED: 'Copy given on paper',
  NOT_WANTED: 'No copy wanted',
} as const;

/** The state of a copy, for its mark and the sentence beside it. */
export function copyStateWords(state: CopyState, timeZone: string): { words: string; tone: StateTone; when: string } {
  if (state.way === 'NONE') return { words: 'No copy given', tone: 'warn', when: '' };
  return { words: OUTCOMES[state.way], tone: state.way === 'NOT_WANTED' ? 'plain' : 'ok', when: longTime(state.at, timeZone) };
}
