import 'fake-indexeddb/auto';
import { deviceDatabase } from '#src/device/env.ts';
import { newId } from '#src/device/new-id.ts';
import { checkWhileOpen, noteUnsentCount, renewAfterLoss, runSentinelCheck } from '#src/device/sentinel.ts';
import { renewSentinel, type SentinelCopies } from '#store/db/sentinel.ts';
import type { VaultRow } from '#store/db/vault-row.ts';
import { openStorage } from '#tests/src/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// One browser: a cache of one entry, localStorage, and the device's own database.
const cached = new Map<string, string>();
const copies: SentinelCopies = {
  local: { getItem: (name) => localStorage.getItem(name), setItem: (name, value) => localStorage.setItem(name, value) },
  cached: {
    read: async (which) => cached.get(`/__${which}`) ?? null,
    write: async (which, value) => void cached.set(`/__${which}`, value),
  },
};

beforeEach(async () => {
  cached.clear();
  vi.stubGlobal('localStorage', openStorage());
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (address: string) => (cached.has(address) ? new Response(cached.get(address)) : undefined),
      put: async (address: string, response: Response) => void cached.set(address, await response.text()),
    }),
  });
  vi.stubGlobal('navigator', { locks: { request: async (_: string, run: () => unknown) => run() } });
  await clearDatabase();
  await runSentinelCheck(new Map());
});
afterEach(async () => {
  await clearDatabase();
  vi.unstubAllGlobals();
});

async function clearDatabase(): Promise<void> {
  await deviceDatabase().meta.clear();
  await deviceDatabase().vaults.clear();
}

/** As "Clear site data" in the browser's settings. */
async function clearEverything(): Promise<void> {
  await clearDatabase();
  localStorage.clear();
  cached.clear();
}

// Of a vault's row the count alone is read here.
const waitingOf = (userHash: string, unsentCount: number) => ({ userHash, unsentCount }) as VaultRow;

test("everything is cleared while only somebody else's items wait: they are told as lost, also at the next start", async () => {
  await deviceDatabase().vaults.put(waitingOf('of-somebody-else', 3));
  expect(await checkWhileOpen(0, false)).toBe('whole');
  await clearEverything();
  expect(await checkWhileOpen(0, false)).toEqual({ lost: 3 });
  const before = new Map([
    ['assent.unsent', '3'],
    ['assent.sentinel', localStorage.getItem('assent.sentinel')!],
  ]);
  expect(await runSentinelCheck(before)).toEqual({ kind: 'lost', items: 3 });
});

test('what was sent a moment before everything was cleared is told as lost by nobody', async () => {
  const device = deviceDatabase();
  await device.vaults.put(waitingOf('own', 1));
  expect(await checkWhileOpen(1, false)).toBe('whole');
  await device.vaults.update('own', { unsentCount: 0 });
  await noteUnsentCount();
  await clearEverything();
  expect(await checkWhileOpen(0, true)).toBe('new');
});

test('two tabs that say the same loss are both read, and neither says it of the other again', async () => {
  await deviceDatabase().vaults.put(waitingOf('own', 2));
  expect(await checkWhileOpen(2, false)).toBe('whole');
  await clearEverything();
  expect(await checkWhileOpen(2, true)).toEqual({ lost: 2 });
  await renewAfterLoss();
  expect(await checkWhileOpen(0, false)).toBe('whole');
  // The other tab's notice is read later.
  await renewSentinel(deviceDatabase(), copies, newId);
  expect(await checkWhileOpen(0, false)).toBe('whole');
  expect(await checkWhileOpen(0, false)).toBe('whole');
});

test('a tablet that another tab found cleared on purpose is a new one here too, though the vault of this tab is gone', async () => {
  await clearEverything();
  await renewSentinel(deviceDatabase(), copies, newId);
  expect(await checkWhileOpen(0, true)).toBe('new');
  // A vault that goes without the rest is a loss, whatever it held.
  expect(await checkWhileOpen(0, true)).toEqual({ lost: 0 });
});

test('a vault that is gone with unsent items is told in each tab, whichever has renewed the sentinel', async () => {
  await clearEverything();
  await renewSentinel(deviceDatabase(), copies, newId);
  expect(await checkWhileOpen(2, true)).toEqual({ lost: 2 });
});
