import { Refused } from '#server/api-error.ts';
import type { Context } from '#server/http/serve.ts';
import { networkOf } from './client-network.ts';
import { knownSpent, RATE_LIMITS, tryAttempt } from './rate-limits.ts';

export type TokenContext = Pick<Context, 'db' | 'deps' | 'now' | 'address'>;

/** Tokens of one spent network that are looked up at once, and that wait for it: a right one among them still passes [choice]. */
const LOOKUPS_AT_ONCE = 4;
const LOOKUPS_WAITING = 60;

/**
 * The thing that a token in an address stands for. One that stands for nothing counts as a guess of its network, as a wrong password does. From a
 * network whose guesses are spent a token costs one look and no write, and few are looked up at once: whoever has a right one passes there
 * too, as somebody else on the same wifi may be guessing.
 *
 * @throws Refused NOT_FOUND for a token that was never given out; SLOW_DOWN where too many of the network wait already
 */
export async function knownToken<Found>(
  { address, ...context }: TokenContext,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const limit = RATE_LIMITS.strangeTokens(address);
  const isSpent = knownSpent(context.deps, [limit]) !== undefined;
  const found = isSpent ? await oneOfFew(networkOf(address), find) : await find();
  if (found !== undefined) return found;
  if (!isSpent) await tryAttempt(context, [limit]);
  throw new Refused('NOT_FOUND');
}

type Lane = { running: number; readonly waiting: (() => void)[] };

const lanes = new Map<string, Lane>();

/** Runs a look-up when it is its turn within its network. @throws Refused SLOW_DOWN where too many wait */
async function oneOfFew<T>(network: string, work: () => Promise<T>): Promise<T> {
  const lane = lanes.get(network) ?? { running: 0, waiting: [] };
  lanes.set(network, lane);
  if (lane.running >= LOOKUPS_AT_ONCE) {
    if (lane.waiting.length >= LOOKUPS_WAITING) throw new Refused('SLOW_DOWN', { retryAfter: 1 });
    await new Promise<void>((start) => void lane.waiting.push(start));
  } else lane.running += 1;
  try {
    return await work();
  } finally {
    const next = lane.waiting.shift();
    if (next === undefined) lane.running -= 1;
    else next();
    if (lane.running === 0) lanes.delete(network);
  }
}
