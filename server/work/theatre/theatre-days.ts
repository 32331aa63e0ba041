import type { Fault } from '#domain/base/fault.ts';
import { THEATRE_DAYS_MOST } from '#contract/theatre.ts';
import { DAY } from '#domain/base/limits.ts';
import { Refused } from '#server/api-error.ts';

/** @throws Refused INVALID for days that are out of order, or too many */
export function refuseTheatreDays(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  if (days < 1) throw theatreRefused('The end date must not be before the start date');
  if (days > THEATRE_DAYS_MOST) throw theatreRefused(`At most ${THEATRE_DAYS_MOST} days can be shown at once`);
}

/** A refusal of the days of a theatre list. */
export function theatreRefused(message: string): Refused {
  const fault: Fault = { path: 'endDate', message };
  return new Refused('INVALID', { fields: [fault] });
}
