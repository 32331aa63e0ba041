import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { Deps } from '#server/deps.ts';

/** The last whole day of a link, plain date: it ends in the course of the next. @param endsAt - ISO */
export function lastDayOf(endsAt: string, { clock, settings }: Pick<Deps, 'clock' | 'settings'>): string {
  return localDate(Math.max(Date.parse(endsAt) - DAY, clock()), settings.timeZone);
}
