import { longTime } from '#domain/values/plain-date.ts';
import type { CopyState } from '#domain/cases/copy-state.ts';
import type { StateTone } from '#domain/cases/state-words.ts';

/** The ways to give a copy; a mail says where it goes instead of its hint. */
export const COPY_WAYS = [
  { value: 'EMAIL', label: 'A link by email', hint: '', act: 'Email the link' },
  { value: 'QR', label: 'A code for their own phone', hint: 'The phone then asks who holds it.', act: 'Show the code' },
  { value: 'PRINT', label: 'On paper', hint: 'Printed here and put into their hand.', act: 'Open it to print' },
] as const;
export type CopyWay = (typeof COPY_WAYS)[number]['value'];

/** The button of a way. */
export function copyAct(way: CopyWay): string {
  return COPY_WAYS.find(({ value }) => value === way)?.act ?? '';
}

const OUTCOMES = {
  EMAIL: 'Link to the copy sent',
  QR: 'Code for the copy shown',
  PRINTED: 'Copy given on paper',
  NOT_WANTED: 'No copy wanted',
} as const;

/** The state of a copy, for its mark and the sentence beside it. */
export function copyStateWords(state: CopyState, timeZone: string): { words: string; tone: StateTone; when: string } {
  if (state.way === 'NONE') return { words: 'No copy given', tone: 'warn', when: '' };
  return { words: OUTCOMES[state.way], tone: state.way === 'NOT_WANTED' ? 'plain' : 'ok', when: longTime(state.at, timeZone) };
}
