import 'fake-indexeddb/auto';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { readCatalog } from '#store/db/catalog.ts';
import { openWithin, StorageUnavailable } from '#store/db/open-within.ts';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import Dexie from 'dexie';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.restoreAllMocks());

/** Sets the browser's reaction to a request to open a database. */
function onOpen(answer: () => IDBOpenDBRequest): void {
  vi.spyOn(Dexie.dependencies.indexedDB, 'open').mockImplementation(answer);
}

test('a database that opens is used', async () => {
  const device = openDeviceDatabase('opens');
  await openWithin(device, 3000);
  expect(await device.vaults.count()).toBe(0);
  device.close();
});

test('a database that the browser refuses is given up at once, and so is every query', async () => {
  onOpen(() => {
    throw new DOMException('Refused', 'SecurityError');
  });
  const device = openDeviceDatabase('refused');
  await expect(openWithin(device, 3000)).rejects.toThrow(StorageUnavailable);
  await expect(device.vaults.count()).rejects.toThrow(Dexie.DatabaseClosedError);
  expect(await readCatalog(device, { subject: 'templates', organisationId: 'x' }, v.unknown())).toBeNull();
});

test('a database whose opening never answers is given up after the time limit, and whoever waits for it is let go', async () => {
  // No event ever comes.
  onOpen(() => new EventTarget() as IDBOpenDBRequest);
  const device = openDeviceDatabase('silent');
  const waiting = device.vaults.count();
  await expect(openWithin(device, 20)).rejects.toThrow(StorageUnavailable);
  await expect(waiting).rejects.toThrow(Dexie.DatabaseClosedError);
  await expect(device.vaults.count()).rejects.toThrow(Dexie.DatabaseClosedError);
});

test('a database that waits for another tab is waited for as long as it takes', async () => {
  const older = new Dexie('v-waiting');
  older.version(1).stores({ ops: '++seq' });
  await older.open();
  // An older build that does not let go at once.
  older.on('versionchange', () => false);
  const db = openVaultDatabase('waiting', { letGo: async () => {}, onBlocked: () => setTimeout(() => older.close(), 800) });
  await openWithin(db, 500);
  expect(await db.kv.count()).toBe(0);
  db.close();
});
