import 'fake-indexeddb/auto';
import { HOUR } from '#domain/base/limits.ts';
import { KeyForgotten, seal, unseal } from '#store/crypto/seal.ts';
import { rewrapPassword, reopenVault, openVaultAtSignIn, openVaultWithPassword, openVaultWithShare } from '#store/vault/open.ts';
import { expect, test as base } from 'vitest';
import { demoPerson, everythingIn, openDemoVault } from '#tests/store/world.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';

const test = base.extend(storeFixtures);

const context = { table: 'patients', id: 'one' };
const secret = { lastName: 'Demo-Rowan' };

test('what was sealed before a restart opens after it, with the password or with the share', async ({ world }) => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, context, secret, world.env);
  const byShare = await openVaultWithShare(world.device, demoPerson(), world.env);
  const byPassword = await openVaultWithPassword(world.device, demoPerson(), world.env);
  for (const opening of [byShare, byPassword]) {
    if (opening.kind !== 'open') throw new Error(opening.kind);
    expect(await unseal(opening.vault, context, sealed)).toEqual(secret);
  }
});

test('a wrong password, an unknown email and a wrong share open nothing and say nothing else', async ({ world }) => {
  await openDemoVault(world);
  const wrong = await openVaultWithPassword(world.device, demoPerson({ password: 'Wrong2026!' }), world.env);
  const unknown = await openVaultWithPassword(world.device, demoPerson({ email: 'nobody@demo.nhs.uk' }), world.env);
  expect(wrong).toEqual({ kind: 'wrong' });
  expect(unknown).toEqual(wrong);
  const share = btoa('x'.repeat(32));
  expect(await openVaultWithShare(world.device, demoPerson({ share }), world.env)).toEqual({ kind: 'sealed' });
});

test('whoever guesses waits from the fourth try on, also the right password; an unknown email is answered alike', async ({
  world,
}) => {
  const { userHash } = await openDemoVault(world);
  const guess = (change: Partial<ReturnType<typeof demoPerson>>) =>
    openVaultWithPassword(world.device, demoPerson({ password: 'Wrong2026!', ...change }), world.env);
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await guess({})).toEqual({ kind: 'wrong' });
    expect(await guess({ email: 'nobody@demo.nhs.uk' })).toEqual({ kind: 'wrong' });
  }
  expect(await guess({})).toEqual({ kind: 'wait', ms: 5000 });
  expect(await guess({ email: 'nobody@demo.nhs.uk' })).toEqual({ kind: 'wait', ms: 5000 });
  expect(await openVaultWithPassword(world.device, demoPerson(), world.env)).toEqual({ kind: 'wait', ms: 5000 });
  // Where it is known whose it is, the same tries count.
  expect(await reopenVault(world.device, { userHash, password: 'Demo2026!' }, world.env)).toEqual({ kind: 'wait', ms: 5000 });
  world.clock.now += 5000;
  expect((await openVaultWithPassword(world.device, demoPerson(), world.env)).kind).toBe('open');
  for (let nth = 0; nth < 3; nth += 1)
    expect(await guess({}), 'the right one has made good for the wrong ones').toEqual({ kind: 'wrong' });
  expect(await guess({})).toEqual({ kind: 'wait', ms: 5000 });
  // A full sign-in as well: nobody is kept waiting for somebody else's guesses.
  await openVaultAtSignIn(world.device, demoPerson(), world.env);
  expect((await openVaultWithPassword(world.device, demoPerson(), world.env)).kind).toBe('open');
});

test('without a network the password opens for twelve hours after the last full sign-in, also when the clock is set back', async ({
  world,
}) => {
  await openDemoVault(world);
  const signedIn = world.clock.now;
  world.clock.now = signedIn + 12 * HOUR;
  expect((await openVaultWithPassword(world.device, demoPerson(), world.env)).kind).toBe('open');
  world.clock.now = signedIn + HOUR;
  expect((await openVaultWithPassword(world.device, demoPerson(), world.env)).kind).toBe('open');
  world.clock.now = signedIn + 12 * HOUR + 1;
  expect(await openVaultWithPassword(world.device, demoPerson(), world.env)).toEqual({ kind: 'tooOld' });
  await openVaultAtSignIn(world.device, demoPerson(), world.env);
  expect((await openVaultWithPassword(world.device, demoPerson(), world.env)).kind).toBe('open');
});

test('an hour that was seen once cannot be taken back by setting the clock', async ({ world }) => {
  await openDemoVault(world);
  const signedIn = world.clock.now;
  world.clock.now = signedIn + 20 * HOUR;
  await openVaultWithShare(world.device, demoPerson(), world.env);
  world.clock.now = signedIn + HOUR;
  expect(await openVaultWithPassword(world.device, demoPerson(), world.env)).toEqual({ kind: 'tooOld' });
});

test('after a password change the new one opens and the old one does not, whether the page or the sign-in noticed it', async ({
  world,
}) => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, context, secret, world.env);
  const next = demoPerson({ password: 'Changed2026!' });
  expect(await rewrapPassword(world.device, next, world.env)).toBe(true);
  expect(await openVaultWithPassword(world.device, demoPerson(), world.env)).toEqual({ kind: 'wrong' });
  expect((await openVaultWithPassword(world.device, next, world.env)).kind).toBe('open');
  const third = demoPerson({ password: 'Again2026!' });
  const opening = await openVaultAtSignIn(world.device, third, world.env);
  if (opening.kind !== 'open') throw new Error(opening.kind);
  expect(await unseal(opening.vault, context, sealed)).toEqual(secret);
  expect((await openVaultWithPassword(world.device, third, world.env)).kind).toBe('open');
  expect(await rewrapPassword(world.device, demoPerson({ share: btoa('y'.repeat(32)) }), world.env)).toBe(false);
});

test('a new share is taken over by the password, and what neither opens stays as it is', async ({ world }) => {
  const vault = await openDemoVault(world);
  const sealed = await seal(vault.local, context, secret, world.env);
  const moved = demoPerson({ share: btoa('z'.repeat(32)) });
  expect((await openVaultAtSignIn(world.device, moved, world.env)).kind).toBe('open');
  expect((await openVaultWithShare(world.device, moved, world.env)).kind).toBe('open');
  const stranger = demoPerson({ share: btoa('w'.repeat(32)), password: 'Other2026!' });
  expect(await openVaultAtSignIn(world.device, stranger, world.env)).toEqual({ kind: 'sealed' });
  const again = await openVaultWithShare(world.device, moved, world.env);
  if (again.kind !== 'open') throw new Error(again.kind);
  expect(await unseal(again.vault, context, sealed)).toEqual(secret);
});

test('two tabs that make the same vault at once hold the same keys', async ({ world }) => {
  const [one, other] = await Promise.all([openDemoVault(world), openDemoVault(world)]);
  const sealed = await seal(one.local, context, secret, world.env);
  expect(await unseal(other, context, sealed)).toEqual(secret);
  const copy = await seal(other.synced, context, secret, world.env);
  expect(await unseal(one, context, copy)).toEqual(secret);
});

test('another person on the same device has another vault, and cannot open this one', async ({ world }) => {
  const mine = await openDemoVault(world);
  const other = await openDemoVault(
    world,
    demoPerson({ userId: '0190f3a0-0000-7000-8000-000000000002', email: 'nurse@demo.nhs.uk' }),
  );
  expect(other.userHash).not.toBe(mine.userHash);
  const sealed = await seal(mine.local, context, secret, world.env);
  await expect(unseal(other, context, sealed)).rejects.toThrow(KeyForgotten);
});

test('no key in use can be read out, and none lies on the disk', async ({ world }) => {
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

test('whoever gave the tablet away takes it back with the password, and with nothing else', async ({ world }) => {
  const { userHash } = await openDemoVault(world);
  const open = (password: string, hash = userHash) => reopenVault(world.device, { userHash: hash, password }, world.env);
  expect(await open('Demo2026!')).toMatchObject({ kind: 'open', vault: { userHash } });
  expect(await open('demo2026!')).toEqual({ kind: 'wrong' });
  expect(await open('Demo2026!', 'nobody')).toEqual({ kind: 'wrong' });
  world.clock.now += 12 * HOUR + 1;
  expect(await open('Demo2026!')).toEqual({ kind: 'tooOld' });
});
