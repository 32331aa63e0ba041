import type { Device } from '../device.ts';

/** So many wrong passwords cost no wait; each one more doubles it, ms [choice]. */
const FREE_TRIES = 3;
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 15 * 60_000;

type Tries = { readonly count: number; readonly until: number };

/**
 * Counts a try to open somebody's vault with a password, before it is made: an app that is closed in the middle has tried as well.
 *
 * @param now - epoch ms
 * @returns how long to wait, ms; 0 when it may be tried now
 */
export async function beginTry(device: Device, userHash: string, now: number): Promise<number> {
  return device.transaction('rw', device.meta, async () => {
    const { count, until } = read((await device.meta.get(keyOf(userHash)))?.value);
    // A clock that was set back must not lengthen the pause for ever.
    const wait = Math.min(until - now, LONGEST_PAUSE);
    if (wait > 0) return wait;
    const pause = count + 1 < FREE_TRIES ? 0 : Math.min(FIRST_PAUSE * 2 ** (count + 1 - FREE_TRIES), LONGEST_PAUSE);
    const next: Tries = { count: count + 1, until: now + pause };
    await device.meta.put({ key: keyOf(userHash), value: JSON.stringify(next) });
    return 0;
  });
}

/** The password was right. */
export async function forgetTries(device: Device, userHash: string): Promise<void> {
  await device.meta.delete(keyOf(userHash));
}

function keyOf(userHash: string): string {
  return `tries:${userHash}`;
}

function read(value: string | undefined): Tries {
  // Only the function above writes it.
  return value === undefined ? { count: 0, until: 0 } : (JSON.parse(value) as Tries);
}
