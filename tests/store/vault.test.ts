import 'fake-indexeddb/auto';
import { HOUR } from '#domain/limits.ts';
import { Damaged, KeyForgotten, seal, unseal } from '#store/vault/seal.ts';
import { followPassword, openAgain, openAtSignIn, openWithPassword, openWithShare } from '#store/vault/vault.ts';
import { upcast } from '#store/vault/shapes.ts';
import { forgetSynced, rememberedVaults } from '#store/vault/remembered.ts';
import { beforeEach, expect, test } from 'vitest';
import { demoPerson, everythingIn, openDemoStore, openDemoVault, openWorld, type World } from './world.ts';

const place = { table: 'patients', id: 'one' };
const secret = { lastName: 'Demo-Rowan' };
let world: World;

beforeEach(() => {
  world = openWorld();
});

test('what was sealed before a restart opens after it, with the password or with the share', async () => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, place, secret, world.means);
  const byShare = await openWithShare(world.device, demoPerson(), world.means);
  const byPassword = await openWithPassword(world.device, demoPerson(), world.means);
  for (const opening of [byShare, byPassword]) {
    if (opening.kind !== 'open') throw new Error(opening.kind);
    expect(await unseal(opening.vault, place, sealed)).toEqual(secret);
  }
});

test('a wrong password, an unknown email and a wrong share open nothing and say nothing else', async () => {
  await openDemoVault(world);
  const wrong = await openWithPassword(world.device, demoPerson({ password: 'Wrong2026!' }), world.means);
  const unknown = await openWithPassword(world.device, demoPerson({ email: 'nobody@demo.nhs.uk' }), world.means);
  expect(wrong).toEqual({ kind: 'wrong' });
  expect(unknown).toEqual(wrong);
  const share = btoa('x'.repeat(32));
  expect(await openWithShare(world.device, demoPerson({ share }), world.means)).toEqual({ kind: 'sealed' });
});

test('whoever guesses waits from the fourth try on, also the right password; an unknown email is answered alike', async () => {
  const { userHash } = await openDemoVault(world);
  const guess = (change: Partial<ReturnType<typeof demoPerson>>) =>
    openWithPassword(world.device, demoPerson({ password: 'Wrong2026!', ...change }), world.means);
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await guess({})).toEqual({ kind: 'wrong' });
    expect(await guess({ email: 'nobody@demo.nhs.uk' })).toEqual({ kind: 'wrong' });
  }
  expect(await guess({})).toEqual({ kind: 'wait', ms: 5000 });
  expect(await guess({ email: 'nobody@demo.nhs.uk' })).toEqual({ kind: 'wait', ms: 5000 });
  expect(await openWithPassword(world.device, demoPerson(), world.means)).toEqual({ kind: 'wait', ms: 5000 });
  // Where it is known whose it is, the same tries count.
  expect(await openAgain(world.device, { userHash, password: 'Demo2026!' }, world.means)).toEqual({ kind: 'wait', ms: 5000 });
  world.clock.now += 5000;
  expect((await openWithPassword(world.device, demoPerson(), world.means)).kind).toBe('open');
  for (let nth = 0; nth < 3; nth += 1)
    expect(await guess({}), 'the right one has made good for the wrong ones').toEqual({ kind: 'wrong' });
  expect(await guess({})).toEqual({ kind: 'wait', ms: 5000 });
  // A full sign-in as well: nobody is kept waiting for somebody else's guesses.
  await openAtSignIn(world.device, demoPerson(), world.means);
  expect((await openWithPassword(world.device, demoPerson(), world.means)).kind).toBe('open');
});

test('without a network the password opens for twelve hours after the last full sign-in, also when the clock is set back', async () => {
  await openDemoVault(world);
  const signedIn = world.clock.now;
  world.clock.now = signedIn + 12 * HOUR;
  expect((await openWithPassword(world.device, demoPerson(), world.means)).kind).toBe('open');
  world.clock.now = signedIn + HOUR;
  expect((await openWithPassword(world.device, demoPerson(), world.means)).kind).toBe('open');
  world.clock.now = signedIn + 12 * HOUR + 1;
  expect(await openWithPassword(world.device, demoPerson(), world.means)).toEqual({ kind: 'tooOld' });
  await openAtSignIn(world.device, demoPerson(), world.means);
  expect((await openWithPassword(world.device, demoPerson(), world.means)).kind).toBe('open');
});

test('an hour that was seen once cannot be taken back by setting the clock', async () => {
  await openDemoVault(world);
  const signedIn = world.clock.now;
  world.clock.now = signedIn + 20 * HOUR;
  await openWithShare(world.device, demoPerson(), world.means);
  world.clock.now = signedIn + HOUR;
  expect(await openWithPassword(world.device, demoPerson(), world.means)).toEqual({ kind: 'tooOld' });
});

test('after a password change the new one opens and the old one does not, whether the page or the sign-in noticed it', async () => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, place, secret, world.means);
  const next = demoPerson({ password: 'Changed2026!' });
  expect(await followPassword(world.device, next, world.means)).toBe(true);
  expect(await openWithPassword(world.device, demoPerson(), world.means)).toEqual({ kind: 'wrong' });
  expect((await openWithPassword(world.device, next, world.means)).kind).toBe('open');
  const third = demoPerson({ password: 'Again2026!' });
  const opening = await openAtSignIn(world.device, third, world.means);
  if (opening.kind !== 'open') throw new Error(opening.kind);
  expect(await unseal(opening.vault, place, sealed)).toEqual(secret);
  expect((await openWithPassword(world.device, third, world.means)).kind).toBe('open');
  expect(await followPassword(world.device, demoPerson({ share: btoa('y'.repeat(32)) }), world.means)).toBe(false);
});

test('a new share is taken over by the password, and what neither opens stays as it is', async () => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, place, secret, world.means);
  const moved = demoPerson({ share: btoa('z'.repeat(32)) });
  expect((await openAtSignIn(world.device, moved, world.means)).kind).toBe('open');
  expect((await openWithShare(world.device, moved, world.means)).kind).toBe('open');
  const stranger = demoPerson({ share: btoa('w'.repeat(32)), password: 'Other2026!' });
  expect(await openAtSignIn(world.device, stranger, world.means)).toEqual({ kind: 'sealed' });
  const again = await openWithShare(world.device, moved, world.means);
  if (again.kind !== 'open') throw new Error(again.kind);
  expect(await unseal(again.vault, place, sealed)).toEqual(secret);
});

test('two tabs that make the same vault at once hold the same keys', async () => {
  const [one, other] = await Promise.all([openDemoVault(world), openDemoVault(world)]);
  const sealed = await seal(one.local, place, secret, world.means);
  expect(await unseal(other, place, sealed)).toEqual(secret);
  const copy = await seal(other.synced, place, secret, world.means);
  expect(await unseal(one, place, copy)).toEqual(secret);
});

test('another person on the same device has another vault, and cannot open this one', async () => {
  const mine = await openDemoVault(world);
  const other = await openDemoVault(
    world,
    demoPerson({ userId: '0190f3a0-0000-7000-8000-000000000002', email: 'nurse@demo.nhs.uk' }),
  );
  expect(other.userHash).not.toBe(mine.userHash);
  const sealed = await seal(mine.local, place, secret, world.means);
  await expect(unseal(other, place, sealed)).rejects.toThrow(KeyForgotten);
});

test('a flipped bit, a swapped row and another shape do not open; the rows beside them do', async () => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, place, secret, world.means);
  const beside = await seal(vault.local, { table: 'patients', id: 'two' }, secret, world.means);
  const flipped = sealed.ct.slice(0);
  new Uint8Array(flipped)[3]! ^= 1;
  await expect(unseal(vault, place, { ...sealed, ct: flipped })).rejects.toThrow(Damaged);
  await expect(unseal(vault, place, beside)).rejects.toThrow(Damaged);
  await expect(unseal(vault, { table: 'consents', id: 'one' }, sealed)).rejects.toThrow(Damaged);
  await expect(unseal(vault, place, { ...sealed, sv: sealed.sv + 1 })).rejects.toThrow(Damaged);
  expect(await unseal(vault, { table: 'patients', id: 'two' }, beside)).toEqual(secret);
});

test('no key in use can be read out, and none lies on the disk', async () => {
  const vault = await openDemoVault(world);
  for (const { key } of [vault.local, vault.synced]) {
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
  }
  const row = await world.device.vaults.get(vault.userHash);
  expect(JSON.stringify(row)).not.toContain('CryptoKey');
  const disk = await everythingIn(world.device.name);
  for (const word of ['clinician@demo.nhs.uk', 'Demo2026!', demoPerson().userId, '0123456789abcdef'])
    expect(disk).not.toContain(word);
});

test('a logout makes the synced copies unreadable for good, and leaves what was not sent', async () => {
  const store = await openDemoStore(world);
  const { vault } = store;
  const copy = await seal(vault.synced, place, secret, world.means);
  const own = await seal(vault.local, place, secret, world.means);
  const row = { patientId: 'one', updatedAt: 1, serverVersion: 1, localRev: 1 };
  await store.db.patients.bulkPut([
    { ...copy, ...row, id: 'one', state: 'synced' },
    { ...own, ...row, id: 'two', state: 'unsent' },
  ]);
  await forgetSynced(store);
  expect(await store.db.patients.toCollection().primaryKeys()).toEqual(['two']);
  expect((await world.device.vaults.get(vault.userHash))?.synced).toBeNull();
  const again = await openDemoVault(world);
  await expect(unseal(again, place, copy)).rejects.toThrow(KeyForgotten);
  expect(await unseal(again, place, own)).toEqual(secret);
  store.db.close();
});

test('the sign-in screen knows whose vaults are here and what waits in each', async () => {
  const vault = await openDemoVault(world);
  await world.device.vaults.update(vault.userHash, { unsentCount: 3 });
  expect(await rememberedVaults(world.device)).toEqual([{ displayName: 'Demo Clinician', unsentCount: 3 }]);
});

test('what an older build sealed is raised to this build’s shape, a version at a time and only in its own table', () => {
  const steps = [
    { table: 'ops', from: 2, raise: (value: unknown) => `${String(value)} to 3` },
    { table: 'ops', from: 1, raise: (value: unknown) => `${String(value)} to 2` },
    { table: 'patients', from: 1, raise: () => 'wrong' },
  ];
  expect([1, 2, 3].map((sv) => upcast({ table: 'ops', sv, value: 'old' }, steps))).toEqual(['old to 2 to 3', 'old to 3', 'old']);
});
