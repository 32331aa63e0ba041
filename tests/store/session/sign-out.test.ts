import 'fake-indexeddb/auto';
import { refreshUnsentCount } from '#store/session/store.ts';
import { deleteUnsent, mayWipe, wipeCache, listRememberedUsers } from '#store/session/sign-out.ts';
import { seal, KeyForgotten, unseal } from '#store/crypto/seal.ts';
import { expect, test as base } from 'vitest';
import { createPatient } from '#tests/store/app-calls.ts';
import { demoPerson, openDemoVault } from '#tests/store/world.ts';
import { countRows, fillStore } from '#tests/store/filled-store.ts';
import { readListing } from '#store/views/listing.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const context = { table: 'patients', id: 'one' };
const secret = { lastName: 'Demo-Rowan' };

test('what was not sent is deleted on the typed word alone', async ({ world, store }) => {
  await fillStore(store);
  for (const word of ['', 'delete', 'DELETE ']) expect(await deleteUnsent(store, word)).toBe(false);
  expect(await countRows(store)).toMatchObject({ ops: 1, unsent: 1, strokes: 1 });
  expect(await deleteUnsent(store, 'DELETE')).toBe(true);
  expect(await countRows(store)).toMatchObject({ ops: 0, unsent: 0, strokes: 0, synced: 1 });
  await refreshUnsentCount(store);
  expect(world.unsent).toBe(0);
});

test('everything of the origin may be wiped only when nothing waits and nobody else is remembered', async ({ world, store }) => {
  expect(await mayWipe(store)).toBe(true);
  await createPatient(store);
  expect(await mayWipe(store)).toBe(false);
  await deleteUnsent(store, 'DELETE');
  expect(await mayWipe(store)).toBe(true);
  await openDemoVault(world, demoPerson({ userId: '0190f3a0-0000-7000-8000-000000000002', email: 'nurse@demo.nhs.uk' }));
  expect(await mayWipe(store)).toBe(false);
});

test('a logout makes the synced copies unreadable for good, and leaves what was not sent', async ({ world, store }) => {
  const { vault } = store;
  const copy = await seal(vault.synced, context, secret, world.env);
  const own = await seal(vault.local, context, secret, world.env);
  const row = { patientId: 'one', updatedAt: 1, serverVersion: 1, localRev: 1 };
  await store.db.patients.bulkPut([
    { ...copy, ...row, id: 'one', state: 'synced' },
    { ...own, ...row, id: 'two', state: 'unsent' },
  ]);
  await wipeCache(store);
  expect(await store.db.patients.toCollection().primaryKeys()).toEqual(['two']);
  expect((await world.device.vaults.get(vault.userHash))?.synced).toBeNull();
  const again = await openDemoVault(world);
  await expect(unseal(again, context, copy)).rejects.toThrow(KeyForgotten);
  expect(await unseal(again, context, own)).toEqual(secret);
});

test('the sign-in screen knows whose vaults are here and what waits in each', async ({ world }) => {
  const vault = await openDemoVault(world);
  await world.device.vaults.update(vault.userHash, { unsentCount: 3 });
  expect(await listRememberedUsers(world.device)).toEqual([{ displayName: 'Demo Clinician', unsentCount: 3 }]);
});

test('after a logout nothing of it is left, and nobody claims to know', async ({ store }) => {
  const { fetchCase, readDates } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  await wipeCache(store);
  expect(await readDates()).toEqual([]);
  expect(await readListing(store, ids.recordID)).toBeNull();
  expect(await store.db.kv.get('fetchedAt')).toBeUndefined();
});

test('who deletes what was not sent is not told when all was known', async ({ store }) => {
  const { fetchCase, listCase } = listedCases(store);
  const ids = await fetchCase({ listed: on(TODAY) });
  await listCase(ids, on('2026-08-07'));
  await deleteUnsent(store, 'DELETE');
  expect(await store.db.kv.bulkGet(['cursor', 'fetchedAt'])).toEqual([undefined, undefined]);
});
