import { DAY, HOUR } from '#domain/base/limits.ts';
import type { AheadSettings } from '#domain/organisation/ahead-settings.ts';
import { clockTime, localDate, plainDateOf } from '#domain/values/plain-date.ts';

/** The days of lists that are near. All are plain dates where the organisation is. */
export type Horizon = {
  readonly today: string;
  /** the last day whose operations are urgent */
  readonly urgentUntil: string;
  /** the last day of which a case that is not ready waits for its clinician */
  readonly aheadUntil: string;
};

/** The horizon at a moment. @param now - epoch ms @param zone - IANA name */
export function horizonOf(now: number, zone: string, { urgentHours, aheadDays }: AheadSettings): Horizon {
  const today = localDate(now, zone);
  // A clock on the wall counts: the night in which clocks change makes no operation a day less near.
  const onWall = Date.parse(`${today}T${clockTime(new Date(now).toISOString(), zone)}Z`);
  return {
    today,
    urgentUntil: plainDateOf(onWall + urgentHours * HOUR),
    aheadUntil: plainDateOf(Date.parse(today) + aheadDays * DAY),
  };
}

/** Whether an operation is listed so soon that its news is urgent. @param listedOn - plain date; null for a case on no list */
export function isUrgent(listedOn: string | null, { today, urgentUntil }: Horizon): boolean {
  return listedOn !== null && listedOn >= today && listedOn <= urgentUntil;
}
