import 'fake-indexeddb/auto';
import { Damaged, seal, unseal } from '#store/crypto/seal.ts';
import { expect, test as base } from 'vitest';
import { openDemoVault } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const context = { table: 'patients', id: 'one' };
const secret = { lastName: 'Demo-Rowan' };

test('a flipped bit, a swapped row and another shape do not open; the rows beside them do', async ({ world }) => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, context, secret, world.env);
  const beside = await seal(vault.local, { table: 'patients', id: 'two' }, secret, world.env);
  const flipped = sealed.ct.slice(0);
  new Uint8Array(flipped)[3]! ^= 1;
  await expect(unseal(vault, context, { ...sealed, ct: flipped })).rejects.toThrow(Damaged);
  await expect(unseal(vault, context, beside)).rejects.toThrow(Damaged);
  await expect(unseal(vault, { table: 'consents', id: 'one' }, sealed)).rejects.toThrow(Damaged);
  await expect(unseal(vault, context, { ...sealed, sv: sealed.sv + 1 })).rejects.toThrow(Damaged);
  expect(await unseal(vault, { table: 'patients', id: 'two' }, beside)).toEqual(secret);
});
