import { lastDayOfLink } from '#domain/signing/link.ts';
import type { Deps } from '#server/deps.ts';

/** The last whole day of a link at this server's time and place, plain date. @param endsAt - ISO */
export function lastDayOf(endsAt: string, { clock, settings: { timeZone } }: Pick<Deps, 'clock' | 'settings'>): string {
  return lastDayOfLink(endsAt, { now: clock(), timeZone });
}
