import { setLastPing } from '#src/device/last-ping.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const cached = new Map<string, string>();
let asked = 0;
let isActive = true;
/** The worker's answer: whether it has the whole app. */
let isWhole = true;

beforeEach(() => {
  cached.clear();
  asked = 0;
  isActive = true;
  isWhole = true;
  const active = {
    postMessage: (message: unknown, [port]: readonly MessagePort[]) => {
      expect(message).toEqual({ type: 'SHELL_REFILL' });
      asked += 1;
      port?.postMessage(isWhole);
    },
  };
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { getRegistration: async () => (isActive ? { active } : undefined) },
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (address: string) => (cached.has(address) ? new Response(cached.get(address)) : undefined),
    }),
  });
  setLastPing('here');
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setLastPing('here');
});

/** A page that has just started; its looks share what it knows. */
const openPage = async () => (await import('#src/device/shell.ts')).refillShellIfMissing;

test('each page asks once whether the app is whole, and again whenever the caches were cleared', async () => {
  const look = await openPage();
  cached.set('/__sentinel', 'an-id');
  expect([await look(0), await look(3000), await look(6000)]).toEqual([false, false, false]);
  expect(asked).toBe(1);
  cached.clear();
  expect(await look(9000), 'the sentinel’s copy went with the rest').toBe(true);
  expect(asked).toBe(2);
});

test('a worker that comes after the page is asked at the next look', async () => {
  const look = await openPage();
  isActive = false;
  await look(0);
  isActive = true;
  expect(await look(3000)).toBe(true);
  expect(asked).toBe(1);
});

test('without the server nothing is asked; the files of another build are asked for once a minute', async () => {
  const look = await openPage();
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  await look(0);
  expect(asked).toBe(0);
  vi.stubGlobal('navigator', { ...navigator, onLine: true });
  isWhole = false;
  expect([await look(3000), await look(6000), await look(62_000)]).toEqual([false, false, false]);
  expect(asked).toBe(1);
  isWhole = true;
  expect([await look(63_001), await look(66_000)]).toEqual([true, true]);
  expect(asked).toBe(3);
});
