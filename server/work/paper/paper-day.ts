import { HOUR } from '#domain/limits.ts';
import { localDate } from '#domain/plain-date.ts';
import type { OpenCase } from '#server/work/consents/open-case.ts';

/** How far noon in UTC is from noon in the zones where it is another day. */
const NEARER = 11 * HOUR;

/**
 * A moment of a day on paper, which has no time: one near its noon that is of this day where the organisation is, at latest now. ISO.
 *
 * @param day - a plain date, not later than today
 */
export function momentOfDay({ deps, now }: Pick<OpenCase, 'deps' | 'now'>, day: string): string {
  const noon = Date.parse(`${day}T12:00:00.000Z`);
  const moments = [noon, noon - NEARER, noon + NEARER];
  const moment = moments.find((each) => localDate(each, deps.settings.timeZone) === day) ?? noon;
  return new Date(Math.min(moment, Date.parse(now))).toISOString();
}
