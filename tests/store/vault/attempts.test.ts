import 'fake-indexeddb/auto';
import { HOUR } from '#domain/base/limits.ts';
import { beginAttempt, clearAttempts } from '#store/vault/attempts.ts';
import { expect, test as base } from 'vitest';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const MINUTE = 60_000;

test('wrong passwords are counted through restarts: the third costs five seconds, and each one more twice as much', async ({
  world,
  device,
}) => {
  const { clock } = world;
  const tryNow = () => beginAttempt(device, 'somebody', clock.now);
  expect([await tryNow(), await tryNow(), await tryNow()]).toEqual([0, 0, 0]);
  for (const pause of [5000, 10_000, 20_000, 40_000]) {
    expect(await tryNow()).toBe(pause);
    clock.now += pause - 1;
    // A try that came too early is none.
    expect(await tryNow()).toBe(1);
    clock.now += 1;
    expect(await tryNow()).toBe(0);
  }
  expect(await beginAttempt(device, 'somebody else', clock.now)).toBe(0);
  await clearAttempts(device, 'somebody');
  expect([await tryNow(), await tryNow(), await tryNow()]).toEqual([0, 0, 0]);
});

test('nobody waits longer than a quarter of an hour, whatever becomes of the clock', async ({ world, device }) => {
  const { clock } = world;
  for (let nth = 0; nth < 20; nth += 1) {
    expect(await beginAttempt(device, 'somebody', clock.now)).toBe(0);
    clock.now += 15 * MINUTE;
  }
  clock.now -= 15 * MINUTE;
  expect(await beginAttempt(device, 'somebody', clock.now)).toBe(15 * MINUTE);
  clock.now -= 24 * HOUR;
  expect(await beginAttempt(device, 'somebody', clock.now)).toBe(15 * MINUTE);
  clock.now += 15 * MINUTE;
  expect(await beginAttempt(device, 'somebody', clock.now)).toBe(0);
});

test('many guesses at the same moment are as many tries', async ({ world, device }) => {
  const { clock } = world;
  const waits = await Promise.all(Array.from({ length: 10 }, () => beginAttempt(device, 'somebody', clock.now)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});
