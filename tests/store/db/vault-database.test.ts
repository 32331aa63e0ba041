import 'fake-indexeddb/auto';
import { openVaultDatabase } from '#store/db/vault-database.ts';
import Dexie from 'dexie';
import { expect, test, vi } from 'vitest';
import { soon } from '#tests/support/checks/soon.ts';

test('a newer build that changes the tables is let through only when this tab lets go, and the newer one hears that it waits', async () => {
  let finish = () => {};
  const signing = new Promise<void>((resolve) => (finish = resolve));
  const old = openVaultDatabase('upgrade', { letGo: () => signing, onBlocked: () => {} });
  await old.open();
  let isBlocked = false;
  const next = new Dexie('v-upgrade');
  next.version(2).stores({ kv: 'k', more: 'id' });
  next.on('blocked', () => {
    isBlocked = true;
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const opening = next.open();
  await soon(() => expect(isBlocked).toBe(true));
  expect(await old.kv.count()).toBe(0);
  finish();
  await opening;
  expect(next.tables.map(({ name }) => name)).toContain('more');
  next.close();
  await Dexie.delete('v-upgrade');
});

test('a tab that is in the way of this build is told of', async () => {
  const old = new Dexie('v-blocked');
  old.version(0.1).stores({ kv: 'k' });
  old.on('versionchange', () => false);
  await old.open();
  let blockedCount = 0;
  const next = openVaultDatabase('blocked', { letGo: async () => {}, onBlocked: () => void (blockedCount += 1) });
  const opening = next.open();
  await soon(() => expect(blockedCount).toBeGreaterThan(0));
  old.close();
  await opening;
  next.close();
});
