import { MINUTE } from '#domain/base/limits.ts';
import { backoffDelay } from '#contract/engine/retry.ts';
import type { DeviceDatabase } from '#store/db/device-database.ts';

/** Wrong passwords without a wait; each further one doubles the wait, in ms [choice]. */
const FREE_ATTEMPTS = 3;
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 15 * MINUTE;

type Attempts = { readonly count: number; readonly until: number };

/**
 * Counts an attempt to open a vault with a password, before the attempt is made: closing the app in the middle must not make it free.
 *
 * @param now - epoch ms
 * @returns ms to wait before the next attempt; 0 when this one may be made now
 */
export async function beginAttempt(device: DeviceDatabase, userHash: string, now: number): Promise<number> {
  return device.transaction('rw', device.meta, async () => {
    const { count, until } = read((await device.meta.get(keyOf(userHash)))?.value);
    const wait = until - now;
    if (wait > LONGEST_PAUSE) {
      // The clock was set back: the longest pause begins now, once.
      await device.meta.put({
        key: keyOf(userHash),
        value: JSON.stringify({ count, until: now + LONGEST_PAUSE } satisfies Attempts),
      });
      return LONGEST_PAUSE;
    }
    if (wait > 0) return wait;
    const pausesBefore = count + 1 - FREE_ATTEMPTS;
    const pause = pausesBefore < 0 ? 0 : backoffDelay(pausesBefore, { first: FIRST_PAUSE, max: LONGEST_PAUSE });
    const next: Attempts = { count: count + 1, until: now + pause };
    await device.meta.put({ key: keyOf(userHash), value: JSON.stringify(next) });
    return 0;
  });
}

/** The number of attempts since the last right password, made or under way. */
export async function countAttempts(device: DeviceDatabase, userHash: string): Promise<number> {
  return read((await device.meta.get(keyOf(userHash)))?.value).count;
}

/** Resets the count after a right password. */
export async function clearAttempts(device: DeviceDatabase, userHash: string): Promise<void> {
  await device.meta.delete(keyOf(userHash));
}

function keyOf(userHash: string): string {
  return `tries:${userHash}`;
}

function read(value: string | undefined): Attempts {
  // beginAttempt is its only writer.
  return value === undefined ? { count: 0, until: 0 } : (JSON.parse(value) as Attempts);
}
