import { HOUR } from '#domain/limits.ts';
import { clearHits, hit, unhit } from '../data/throttles.ts';
import { Refused } from '../http/refused.ts';
import type { Parts, Sql } from '../parts.ts';
import { networkOf } from '../work/place.ts';

/** How often something may be tried in a window (ms) that begins with the first try. */
export type Limit = { name: string; most: number; window: number };

const QUARTER = HOUR / 4;

/** Limits of each thing that can be guessed at or flooded, per account and per network address [choice]. */
export const LIMITS = {
  password: (email: string): Limit => ({ name: `login:${email}`, most: 10, window: QUARTER }),
  secondFactor: (email: string): Limit => ({ name: `otp:${email}`, most: 5, window: QUARTER }),
  mailedCode: (email: string): Limit => ({ name: `code:${email}`, most: 10, window: QUARTER }),
  ownPassword: (userId: string): Limit => ({ name: `password:${userId}`, most: 10, window: QUARTER }),
  firstCode: (userId: string): Limit => ({ name: `setup:${userId}`, most: 5, window: QUARTER }),
  guesses: (address: string): Limit => ({ name: `guesses:${networkOf(address)}`, most: 100, window: QUARTER }),
  mail: (call: string, email: string): Limit => ({ name: `mail:${call}:${email}`, most: 5, window: HOUR }),
  mails: (address: string): Limit => ({ name: `mails:${networkOf(address)}`, most: 60, window: HOUR }),
  // Anybody may ask these, and a whole hospital asks from one address: far above what its people come to, who check a form now
  // and then. One file takes the server milliseconds, the worst half a second: so many still leave it most of its time.
  files: (address: string): Limit => ({ name: `files:${networkOf(address)}`, most: 600, window: QUARTER }),
  printedCodes: (address: string): Limit => ({ name: `printed:${networkOf(address)}`, most: 1200, window: QUARTER }),
} as const;

type Trying = { sql: Sql; parts: Pick<Parts, 'clock'>; now: string };

/**
 * Counts a try before its work is done, so that many at once are as many. Not in a transaction that a refusal takes back.
 *
 * @returns true when this was the last one of some limit
 * @throws Refused SLOW_DOWN with the seconds until the window ends
 */
export async function countTry({ sql, parts, now }: Trying, limits: readonly Limit[]): Promise<boolean> {
  let isLast = false;
  for (const { name, most, window } of limits) {
    const { hits, resetsAt } = await hit(sql, { name, now, resetsAt: new Date(parts.clock() + window).toISOString() });
    if (hits > most) throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(resetsAt, parts) });
    isLast ||= hits === most;
  }
  return isLast;
}

/** What was tried was right: the account's own count starts anew, and the network address has one guess back. */
export async function forgiveTries(sql: Sql, account: Limit, address: string): Promise<void> {
  await clearHits(sql, account.name);
  await unhit(sql, LIMITS.guesses(address).name);
}

/** Whole seconds from now to a moment (ISO), at least one. */
export function secondsUntil(instant: string, { clock }: Pick<Parts, 'clock'>): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - clock()) / 1000));
}
