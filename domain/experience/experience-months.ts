import { HOUR } from '#domain/base/limits.ts';
import { monthAt } from '#domain/values/plain-date.ts';
import * as v from 'valibot';

/** How long after a signature its signer may answer, ms [choice]. */
export const ANSWERED_WITHIN = HOUR;
/** Servers may differ by less than this, ms [choice]. */
const CLOCKS_APART = HOUR;

/** Months that figures may be asked for at once [choice]. */
export const EXPERIENCE_MONTHS_MOST = 24;

/** A calendar month, `2026-11`. */
export const Month = v.pipe(
  v.string('The month must be text'),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'The month must look like 2026-11'),
);

/**
 * The last month in which nobody answers any more: a figure that still grows tells one person's answer by its change. A month closes once whoever
 * signed in its last minute can answer no more.
 *
 * @param now - epoch ms @param zone - IANA name
 */
export function lastClosedMonth(now: number, zone: string): string {
  return monthBefore(monthAt(now - ANSWERED_WITHIN - CLOCKS_APART, zone));
}

/** The month before, `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}

/** The closed months of a range, both ends included, newest first; at most {@link EXPERIENCE_MONTHS_MOST}. */
export function closedMonths({ from, to }: { readonly from: string; readonly to: string }, closed: string): string[] {
  const months: string[] = [];
  for (let month = to < closed ? to : closed; month >= from && months.length < EXPERIENCE_MONTHS_MOST; month = monthBefore(month))
    months.push(month);
  return months;
}
