import 'fake-indexeddb/auto';
import { HOUR } from '#domain/limits.ts';
import { beginTry, forgetTries } from '#store/vault/tries.ts';
import { openAgain } from '#store/vault/vault.ts';
import { beforeEach, expect, test } from 'vitest';
import { openDemoVault, openWorld, type World } from './world.ts';

const MINUTE = 60_000;
let world: World;

beforeEach(() => {
  world = openWorld();
});

test('whoever gave the tablet away takes it back with the password, and with nothing else', async () => {
  const { userHash } = await openDemoVault(world);
  const open = (password: string, hash = userHash) => openAgain(world.device, { userHash: hash, password }, world.means);
  expect(await open('Demo2026!')).toMatchObject({ kind: 'open', vault: { userHash } });
  expect(await open('demo2026!')).toEqual({ kind: 'wrong' });
  expect(await open('Demo2026!', 'nobody')).toEqual({ kind: 'wrong' });
  world.clock.now += 12 * HOUR + 1;
  expect(await open('Demo2026!')).toEqual({ kind: 'tooOld' });
});

test('wrong passwords are counted through restarts: the third costs five seconds, and each one more twice as much', async () => {
  const { device, clock } = world;
  const tryNow = () => beginTry(device, 'somebody', clock.now);
  expect([await tryNow(), await tryNow(), await tryNow()]).toEqual([0, 0, 0]);
  for (const pause of [5000, 10_000, 20_000, 40_000]) {
    expect(await tryNow()).toBe(pause);
    clock.now += pause - 1;
    // A try that came too early is none.
    expect(await tryNow()).toBe(1);
    clock.now += 1;
    expect(await tryNow()).toBe(0);
  }
  expect(await beginTry(device, 'somebody else', clock.now)).toBe(0);
  await forgetTries(device, 'somebody');
  expect([await tryNow(), await tryNow(), await tryNow()]).toEqual([0, 0, 0]);
});

test('nobody waits longer than a quarter of an hour, whatever becomes of the clock', async () => {
  const { device, clock } = world;
  for (let nth = 0; nth < 20; nth += 1) {
    expect(await beginTry(device, 'somebody', clock.now)).toBe(0);
    clock.now += 15 * MINUTE;
  }
  clock.now -= 15 * MINUTE;
  expect(await beginTry(device, 'somebody', clock.now)).toBe(15 * MINUTE);
  clock.now -= 24 * HOUR;
  expect(await beginTry(device, 'somebody', clock.now)).toBe(15 * MINUTE);
});

test('many guesses at the same moment are as many tries', async () => {
  const { device, clock } = world;
  const waits = await Promise.all(Array.from({ length: 10 }, () => beginTry(device, 'somebody', clock.now)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});
