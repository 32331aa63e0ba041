import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { clockTime, localDate, longDate, nearDay } from '#domain/values/plain-date.ts';
import type { Speed } from './notification-kinds.ts';

/** Time for which news is gathered into one mail, ms [choice]. */
export const GATHERED_FOR = 15 * MINUTE;
/** Mails of news that a person gets at once within {@link FLOOD_SPAN}; the rest is gathered [choice]. */
export const MAILINGS_MOST = 20;
export const FLOOD_SPAN = HOUR;
/** Time after which the team is told that nobody sees to urgent news, ms [choice]. */
export const NOT_TAKEN_AFTER = HOUR;
/** The longest time for which news waits, from the morning of a Friday to that of a Monday, and a change of the clocks, ms. */
export const LONGEST_WAIT = 3 * DAY + HOUR;
/** When the mail of the day goes, on a clock on the wall [choice]. */
const MORNING = '07:30';

/** The moment at which news of a speed is due. @param now - epoch ms @param zone - IANA name */
export function dueAt(speed: Speed, now: number, zone: string): number {
  if (speed === 'NOW') return now;
  return speed === 'GATHERED' ? now + GATHERED_FOR : nextMorning(now, zone);
}

/** The moment of the next mail of the day, epoch ms: a morning from Monday to Friday that is not over. */
export function nextMorning(now: number, zone: string): number {
  for (let day = 0; ; day += 1) {
    const date = localDate(now + day * DAY, zone);
    const at = instantOn(date, zone);
    if (at > now && isWorkingDay(date)) return at;
  }
}

/** From Monday to Friday. @param date - plain date */
export function isWorkingDay(date: string): boolean {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The instant of the morning of a day: what a clock there shows at the same time of UTC says how far it is off. */
function instantOn(date: string, zone: string): number {
  const asUtc = Date.parse(`${date}T${MORNING}:00Z`);
  const shown = new Date(asUtc).toISOString();
  const local = Date.parse(`${localDate(asUtc, zone)}T${clockTime(shown, zone)}:00Z`);
  return asUtc - (local - asUtc);
}

/** The day of an urgent operation, as its news says it. @param day - plain date */
export function listedDayWords(day: string, now: number, zone: string): string {
  return nearDay(day, localDate(now, zone), longDate);
}
