import type { DeviceProof } from '#contract/devices.ts';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { clearHits, hit, unhit } from '#server/data/accounts/throttles.ts';
import { isDeviceRegistered } from '#server/data/accounts/known-locations.ts';
import { Refused } from '#server/api-error.ts';
import type { Context } from '#server/http/serve.ts';
import type { Db } from '#server/data/db.ts';
import { networkOf } from './client-network.ts';

/** The most attempts at once; each is paid back `window / most` later (ms), so that further ones go on slowly and none is stopped. */
export type RateLimit = { name: string; most: number; window: number };

const QUARTER = 15 * MINUTE;

/** Limits of each thing that can be guessed at or flooded, per account and per network address [choice]. */
export const RATE_LIMITS = {
  password: (email: string): RateLimit => ({ name: `login:${email}`, most: 10, window: QUARTER }),
  /** wrong codes after a right password */
  secondFactor: (userId: string): RateLimit => ({ name: `otp:${userId}`, most: 5, window: QUARTER }),
  mailedCode: (email: string): RateLimit => ({ name: `code:${email}`, most: 10, window: QUARTER }),
  ownPassword: (userId: string): RateLimit => ({ name: `password:${userId}`, most: 10, window: QUARTER }),
  firstCode: (userId: string): RateLimit => ({ name: `setup:${userId}`, most: 5, window: QUARTER }),
  guesses: (address: string): RateLimit => ({ name: `guesses:${networkOf(address)}`, most: 100, window: QUARTER }),
  /** guesses from a registered tablet, apart from those of the network that it shares with a hospital */
  deviceGuesses: (deviceId: string): RateLimit => ({ name: `guesses:${deviceId}`, most: 100, window: QUARTER }),
  /** tokens of links, tickets and files that stand for nothing; apart from sign-ins, which a page with an old address must not slow */
  strangeTokens: (address: string): RateLimit => ({ name: `tokens:${networkOf(address)}`, most: 100, window: QUARTER }),
  /** attempts at one account from one place while its account or network is spent */
  place: (placeHash: string): RateLimit => ({ name: `place:${placeHash}`, most: 10, window: QUARTER }),
  mail: (call: string, email: string): RateLimit => ({ name: `mail:${call}:${email}`, most: 5, window: HOUR }),
  // The window is short, so that somebody who spends it keeps the others of a hospital waiting for seconds.
  mails: (address: string): RateLimit => ({ name: `mails:${networkOf(address)}`, most: 60, window: QUARTER }),
  /** mails asked for from a registered tablet, apart from those of its network */
  deviceMails: (deviceId: string): RateLimit => ({ name: `mails:${deviceId}`, most: 60, window: QUARTER }),
  /** links to own pages that are asked for */
  pageAsks: (address: string): RateLimit => ({ name: `pages:${networkOf(address)}`, most: 60, window: QUARTER }),
  // Anybody may ask these, and a whole hospital asks from one address: far above what its people come to, who check a form now
  // and then. One file takes the server milliseconds, the worst half a second: so many still leave it most of its time.
  files: (address: string): RateLimit => ({ name: `files:${networkOf(address)}`, most: 600, window: QUARTER }),
  printedCodes: (address: string): RateLimit => ({ name: `printed:${networkOf(address)}`, most: 1200, window: QUARTER }),
} as const;

type AttemptContext = { db: Db; deps: Pick<Context['deps'], 'clock' | 'turns'>; now: string };
/** `isLast`: no further attempt is left at once; `spent`: the limit that did not take the attempt, and seconds until it takes one. */
export type AttemptCount = { isLast: boolean; spent?: { name: string; retryAfter: number } };

/**
 * Counts an attempt before its work is done, so that concurrent attempts all count. Runs outside a transaction that a refusal
 * rolls back. A limit that this server knows to be spent is not looked up.
 */
export async function tryAttempt(context: AttemptContext, limits: readonly RateLimit[]): Promise<AttemptCount> {
  const { db, deps, now } = context;
  const known = knownSpent(deps, limits);
  if (known !== undefined) return { isLast: false, spent: known };
  let isLast = false;
  for (const limit of limits) {
    const step = limit.window / limit.most;
    const { isTaken, resetsAt } = await hit(db, limit, now);
    // One more attempt is taken as soon as it fits into the window.
    const freeAt = resetsAt + step - limit.window;
    if (!isTaken) {
      deps.turns.noteSpent(limit.name, freeAt);
      return { isLast, spent: { name: limit.name, retryAfter: secondsUntil(new Date(freeAt).toISOString(), deps) } };
    }
    isLast ||= freeAt > deps.clock();
  }
  return { isLast };
}

/** @throws Refused SLOW_DOWN with the seconds until an attempt is taken again */
export async function countAttempt(context: AttemptContext, limits: readonly RateLimit[]): Promise<boolean> {
  const { isLast, spent } = await tryAttempt(context, limits);
  if (spent !== undefined) throw new Refused('SLOW_DOWN', { retryAfter: spent.retryAfter });
  return isLast;
}

/** A limit that this server knows to be spent, without a look at the database. */
export function knownSpent(deps: AttemptContext['deps'], limits: readonly RateLimit[]): AttemptCount['spent'] {
  for (const { name } of limits) {
    const until = deps.turns.spentUntil(name);
    if (until !== undefined) return { name, retryAfter: secondsUntil(new Date(until).toISOString(), deps) };
  }
  return undefined;
}

/**
 * Counts an attempt of a stranger and runs its work when it is its turn.
 *
 * @throws Refused SLOW_DOWN when a limit is spent, BUSY when too many wait
 */
export async function inTurn<T>(
  context: AttemptContext & { address: string },
  limits: readonly RateLimit[],
  work: () => Promise<T>,
): Promise<T> {
  const { deps, address } = context;
  const spent = knownSpent(deps, limits);
  if (spent !== undefined) throw new Refused('SLOW_DOWN', { retryAfter: spent.retryAfter });
  return deps.turns.run(networkOf(address), async () => {
    await countAttempt(context, limits);
    return work();
  });
}

/** The limits of a call of a stranger: its own, and that of its sender, which is a registered tablet or a network. */
type SenderLimits = {
  own: RateLimit;
  device: DeviceProof | undefined;
  ofTablet: (deviceId: string) => RateLimit;
  ofNetwork: (address: string) => RateLimit;
};

/** As {@link inTurn}; a tablet that proves to be registered counts apart from its network. @param work - gets the sender's limit */
export async function inTurnOfSender<T>(
  context: AttemptContext & { address: string },
  { own, device, ofTablet, ofNetwork }: SenderLimits,
  work: (sender: RateLimit) => Promise<T>,
): Promise<T> {
  const { address, deps } = context;
  const network = ofNetwork(address);
  if (device === undefined) return inTurn(context, [own, network], () => work(network));
  return deps.turns.run(networkOf(address), async () => {
    const tablet = await registeredTablet(context, device);
    const sender = tablet === undefined ? network : ofTablet(tablet);
    await countAttempt(context, [own, sender]);
    return work(sender);
  });
}

/** The id of a sender's tablet, if it proves to be a registered one. */
export async function registeredTablet(
  { db }: Pick<Context, 'db'>,
  device: DeviceProof | undefined,
): Promise<string | undefined> {
  return device !== undefined && (await isDeviceRegistered(db, device)) ? device.deviceId : undefined;
}

/** Clears the count of an account after a success, and pays one guess of its sender back. */
export async function resetRateLimit(context: AttemptContext, account: RateLimit, guesses: RateLimit): Promise<void> {
  await forgetAttempts(context, account);
  await unhit(context.db, guesses);
  context.deps.turns.forgetSpent(guesses.name);
}

/** Clears a count after a success. */
export async function forgetAttempts({ db, deps }: Omit<AttemptContext, 'now'>, { name }: RateLimit): Promise<void> {
  await clearHits(db, name);
  deps.turns.forgetSpent(name);
}

/** Whole seconds from now to a moment (ISO), at least one. */
export function secondsUntil(instant: string, { clock }: Pick<Context['deps'], 'clock'>): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - clock()) / 1000));
}
