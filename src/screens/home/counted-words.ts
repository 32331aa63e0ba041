import type { ConsentFigure } from '#domain/exports/figures.ts';
import { shortDate } from '#domain/values/plain-date.ts';
import type { CountedConsents } from '#src/queries/dashboard.ts';

const WORDS: Readonly<Record<ConsentFigure, string>> = {
  STARTED: 'Started',
  SENT: 'Made ready for signing',
  SIGNED: 'Signed',
  REMOTE: 'Signed by a link',
  IN_ADVANCE: 'Signed before the day of the operation',
  CONFIRM_DUE: 'To confirm on the day, signed',
  WITHDRAWN: 'Withdrawn',
};

/** `Signed by a link, 2 Nov 2026 to 8 Nov 2026`. */
export function countedWords({ figure, from, to }: CountedConsents): string {
  if (from === undefined && to === undefined) return WORDS[figure];
  if (from === to && from !== undefined) return `${WORDS[figure]}, ${shortDate(from)}`;
  const days = [from === undefined ? '' : `from ${shortDate(from)}`, to === undefined ? '' : `to ${shortDate(to)}`];
  return `${WORDS[figure]}, ${days.filter((each) => each !== '').join(' ')}`;
}
