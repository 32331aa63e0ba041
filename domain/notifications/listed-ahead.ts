import { DAY } from '#domain/base/limits.ts';
import { daysBetween, localDate, plainDateOf } from '#domain/values/plain-date.ts';
import { isWorkingDay, nextMorning } from './notification-times.ts';

/** Kinds of news that no event is: time alone makes them true. */
const KINDS_AHEAD = ['CONFIRM_AHEAD', 'NOT_READY'] as const;
export type KindAhead = (typeof KINDS_AHEAD)[number];

/** Whether time alone makes news of this kind true. */
export function isAhead(kind: string): kind is KindAhead {
  return KINDS_AHEAD.some((each) => each === kind);
}

/** Days before an operation at which staff are told that its consent has to be confirmed or asked again, the last one first [choice]. */
const CONFIRM_STEPS = [2, 7, 28] as const;
type ConfirmStep = (typeof CONFIRM_STEPS)[number];

/** Working days before an operation from which its list is told of as not ready [choice]. */
const NOT_READY_WORKING_DAYS = 2;

/**
 * The step before an operation that the next mail of the day is about, as the mail after it would come later than so many days before;
 * null where no step has come, or the operation is over.
 *
 * @param listedOn - plain date @param now - epoch ms @param zone - IANA name
 */
export function confirmStepOf(listedOn: string, now: number, zone: string): ConfirmStep | null {
  if (listedOn < localDate(now, zone)) return null;
  const later = daysBetween(dayAfterNext(now, zone), listedOn);
  return CONFIRM_STEPS.find((step) => later < step) ?? null;
}

/** The last day of a list whose operations can be told of by the next mail of the day. @param now - epoch ms @param zone - IANA name */
export function lastDayAhead(now: number, zone: string): string {
  return plainDateOf(Date.parse(dayAfterNext(now, zone)) + (Math.max(...CONFIRM_STEPS) - 1) * DAY);
}

/**
 * The day of the next mail of the day, where an operation that is listed on a day belongs to what it says about lists that are not
 * ready; null where it does not yet, or the day is over.
 *
 * @param listedOn - plain date @param now - epoch ms @param zone - IANA name
 */
export function notReadyMorning(listedOn: string, now: number, zone: string): string | null {
  const morning = localDate(nextMorning(now, zone), zone);
  if (listedOn < morning || workingDays(morning, listedOn) > NOT_READY_WORKING_DAYS) return null;
  return morning;
}

/** The day of the mail after the next. */
function dayAfterNext(now: number, zone: string): string {
  return localDate(nextMorning(nextMorning(now, zone), zone), zone);
}

/** Working days after a day, up to another one; it counts no further than it has to. */
function workingDays(from: string, to: string): number {
  let count = 0;
  for (let day = Date.parse(from) + DAY; plainDateOf(day) <= to && count <= NOT_READY_WORKING_DAYS; day += DAY)
    if (isWorkingDay(plainDateOf(day))) count += 1;
  return count;
}
