import { HOUR } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { instantAt, wallTimeOf } from '#domain/values/wall-time.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';

/** How far noon in UTC is from noon in the zones where it is another day. */
const NEARER = 11 * HOUR;

/**
 * A moment of a day on paper, which has no time: one near its noon that is of this day where the organisation is. On the day on which the
 * form was sent it is not before that; it is now at latest. ISO.
 *
 * @param day - a plain date, not later than today
 * @param time - beside it on the paper, `14:05`; undefined where none is
 */
export function momentOfDay(
  { deps, now, consent }: Pick<OpenCase, 'deps' | 'now' | 'consent'>,
  day: string,
  time?: string,
): string {
  const { timeZone } = deps.settings;
  const moment = time === undefined ? nearNoon(day, timeZone) : momentAt(day, time, timeZone);
  const sent = consent.sent_at === null ? 0 : Date.parse(consent.sent_at);
  const isOfSending = localDate(sent, timeZone) === day;
  return new Date(Math.min(isOfSending ? Math.max(moment, sent) : moment, Date.parse(now))).toISOString();
}

/** A moment near the noon of a plain date that is of this day in a zone, epoch ms. @param timeZone - IANA name */
export function nearNoon(day: string, timeZone: string): number {
  const noon = Date.parse(`${day}T12:00:00.000Z`);
  return [noon, noon - NEARER, noon + NEARER].find((each) => localDate(each, timeZone) === day) ?? noon;
}

/** The moment of a time of day in a zone, epoch ms; near noon where the clocks went over it. @param time - `14:05` */
export function momentAt(day: string, time: string, timeZone: string): number {
  const wall = `${day}T${time}`;
  const at = instantAt(wall, timeZone);
  return at !== null && wallTimeOf(at, timeZone) === wall ? Date.parse(at) : nearNoon(day, timeZone);
}
