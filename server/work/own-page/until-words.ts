import { clockTime, localDate, longDate } from '#domain/values/plain-date.ts';
import type { Deps } from '#server/deps.ts';

/** The end of a link in a sentence: `It works until 14:05 on 1 December 2026, for you alone.` @param endsAt - ISO */
export function untilWords({ endsAt }: { readonly endsAt: string }, { settings: { timeZone } }: Pick<Deps, 'settings'>): string {
  return `It works until ${clockTime(endsAt, timeZone)} on ${longDate(localDate(Date.parse(endsAt), timeZone))}, for you alone.`;
}
