import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { isNearlyFull, isQuotaExceeded, StorageFull, withEviction } from '#store/session/quota.ts';
import { expect, test as base, vi } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import { countRows, fillStore } from '#tests/store/filled-store.ts';
import { saveTicketReceipts } from '#store/sync/ticket-receipts.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

test('a full disk gives up receipts, then the catalogue, then synced copies, and never what was not sent', async ({ store }) => {
  await fillStore(store);
  const counts: Awaited<ReturnType<typeof countRows>>[] = [];
  const full = Object.assign(new Error('Aborted'), {
    name: 'AbortError',
    inner: new DOMException('No room', 'QuotaExceededError'),
  });
  const write = async () => {
    counts.push(await countRows(store));
    throw full;
  };
  await expect(withEviction(store, write)).rejects.toThrow(StorageFull);
  const own = { unsent: 1, ops: 1, strokes: 1 };
  expect(counts).toEqual([
    { receipts: 1, catalogue: 1, synced: 1, ...own },
    { receipts: 0, catalogue: 1, synced: 1, ...own },
    { receipts: 0, catalogue: 0, synced: 1, ...own },
    { receipts: 0, catalogue: 0, synced: 0, ...own },
  ]);
});

test('another failure of the database is no full disk, and goes on as it is', async ({ store }) => {
  const broken = new Error('Broken');
  await expect(withEviction(store, () => Promise.reject(broken))).rejects.toBe(broken);
  expect([isQuotaExceeded(broken), isQuotaExceeded(null), isQuotaExceeded(new DOMException('', 'QuotaExceededError'))]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a save that meets a full disk once is kept after room was made', async ({ store }) => {
  await fillStore(store);
  const put = IDBObjectStore.prototype.put;
  let failures = 1;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'patients' && failures-- > 0) throw new DOMException('No room', 'QuotaExceededError');
    return put.apply(this, args);
  });
  await createPatient(store);
  expect(await countRows(store)).toMatchObject({ unsent: 2, ops: 2 });
});

test('a receipt of a signer’s call takes nobody’s room: on a full disk it is not saved, and nothing is given up', async ({
  store,
}) => {
  await fillStore(store);
  const before = await countRows(store);
  const stop = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  const consentID = store.env.newId();
  const key = store.env.newId();
  const input = { consentID, confirmed: true, role: 'PATIENT' } as const;
  await saveTicketReceipts(store, consentID, [{ call: 'recordIdentity', key, input }]);
  expect(await countRows(store)).toEqual(before);
  stop.mockRestore();
  await saveTicketReceipts(store, consentID, [{ call: 'recordIdentity', key, input }]);
  expect(await store.db.sent.get(key)).toBeDefined();
});

test('a write of many rows that meets a full disk is one that meets a full disk', () => {
  const rows = [new Error('Broken'), new DOMException('No room', 'QuotaExceededError')];
  expect(isQuotaExceeded(new Dexie.BulkError('2 of 2 operations failed', rows))).toBe(true);
  expect(isQuotaExceeded(new Dexie.BulkError('1 of 2 operations failed', rows.slice(0, 1)))).toBe(false);
});

test('people are warned from four fifths of the quota on', () => {
  expect(isNearlyFull({ usage: 79, quota: 100 })).toBe(false);
  expect(isNearlyFull({ usage: 80, quota: 100 })).toBe(true);
  expect(isNearlyFull({})).toBe(false);
});
