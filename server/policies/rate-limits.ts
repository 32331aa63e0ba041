import { HOUR } from '#domain/limits.ts';
import { clearHits, hit, unhit } from '#server/data/accounts/throttles.ts';
import { Refused } from '#server/api-error.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { networkOf } from './client-network.ts';

/** The most attempts in a window (ms) that begins with the first attempt. */
export type RateLimit = { name: string; most: number; window: number };

const QUARTER = HOUR / 4;

/** Limits of each thing that can be guessed at or flooded, per account and per network address [choice]. */
export const RATE_LIMITS = {
  password: (email: string): RateLimit => ({ name: `login:${email}`, most: 10, window: QUARTER }),
  secondFactor: (email: string): RateLimit => ({ name: `otp:${email}`, most: 5, window: QUARTER }),
  mailedCode: (email: string): RateLimit => ({ name: `code:${email}`, most: 10, window: QUARTER }),
  ownPassword: (userId: string): RateLimit => ({ name: `password:${userId}`, most: 10, window: QUARTER }),
  firstCode: (userId: string): RateLimit => ({ name: `setup:${userId}`, most: 5, window: QUARTER }),
  guesses: (address: string): RateLimit => ({ name: `guesses:${networkOf(address)}`, most: 100, window: QUARTER }),
  mail: (call: string, email: string): RateLimit => ({ name: `mail:${call}:${email}`, most: 5, window: HOUR }),
  mails: (address: string): RateLimit => ({ name: `mails:${networkOf(address)}`, most: 60, window: HOUR }),
  // Anybody may ask these, and a whole hospital asks from one address: far above what its people come to, who check a form now
  // and then. One file takes the server milliseconds, the worst half a second: so many still leave it most of its time.
  files: (address: string): RateLimit => ({ name: `files:${networkOf(address)}`, most: 600, window: QUARTER }),
  printedCodes: (address: string): RateLimit => ({ name: `printed:${networkOf(address)}`, most: 1200, window: QUARTER }),
} as const;

type AttemptContext = { db: Db; deps: Pick<Deps, 'clock'>; now: string };

/**
 * Counts an attempt before its work is done, so that concurrent attempts all count. Runs outside a transaction that a refusal
 * rolls back.
 *
 * @returns true when this was the last attempt of some limit
 * @throws Refused SLOW_DOWN with the seconds until the window ends
 */
export async function countAttempt({ db, deps, now }: AttemptContext, limits: readonly RateLimit[]): Promise<boolean> {
  let isLast = false;
  for (const { name, most, window } of limits) {
    const { hits, resetsAt } = await hit(db, { name, now, resetsAt: new Date(deps.clock() + window).toISOString() });
    if (hits > most) throw new Refused('SLOW_DOWN', { retryAfter: secondsUntil(resetsAt, deps) });
    isLast ||= hits === most;
  }
  return isLast;
}

/** Clears the count of an account after a success, and takes one guess of its network address back. */
export async function resetRateLimit(db: Db, account: RateLimit, address: string): Promise<void> {
  await clearHits(db, account.name);
  await unhit(db, RATE_LIMITS.guesses(address).name);
}

/** Whole seconds from now to a moment (ISO), at least one. */
export function secondsUntil(instant: string, { clock }: Pick<Deps, 'clock'>): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - clock()) / 1000));
}
