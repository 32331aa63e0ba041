import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { env } from '#src/device/env.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { openVaultAtSignIn, openVaultWithPassword } from '#store/vault/open.ts';
import { demoPerson } from '#tests/store/world.ts';

test('a vault of the product is made with 600,000 rounds of PBKDF2 and opens with its password alone', async () => {
  const device = openDeviceDatabase('device-of-the-product');
  const derived = vi.spyOn(crypto.subtle, 'deriveKey');
  expect((await openVaultAtSignIn(device, demoPerson(), env)).kind).toBe('open');
  const [row] = await device.vaults.toArray();
  expect(row?.rounds).toBe(600_000);
  expect(derived.mock.calls.map(([algorithm]) => algorithm)).toContainEqual(
    expect.objectContaining({ name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 }),
  );
  derived.mockRestore();
  expect((await openVaultWithPassword(device, demoPerson(), env)).kind).toBe('open');
  expect((await openVaultWithPassword(device, demoPerson({ password: 'Wrong2026!' }), env)).kind).toBe('wrong');
});

test('a vault keeps the number of rounds that it was made with', async () => {
  const device = openDeviceDatabase('device-of-an-older-build');
  const older = { ...env, passwordRounds: 1000 };
  await openVaultAtSignIn(device, demoPerson(), older);
  expect((await openVaultWithPassword(device, demoPerson(), env)).kind).toBe('open');
  expect((await openVaultAtSignIn(device, demoPerson(), env)).kind).toBe('open');
  expect((await device.vaults.toArray()).map(({ rounds }) => rounds)).toEqual([1000]);
});
