import { SESSION_CAP } from '#domain/limits.ts';
import type { Device } from '../device.ts';
import { toHex } from '../hex.ts';
import type { Means } from '../means.ts';
import { loginHash, userHash } from './identity.ts';
import { makeKey, openKey, openRoot, VaultDamaged, wrapRoot, type Root } from './root.ts';
import type { Keys } from './seal.ts';
import { beginTry, forgetTries } from './tries.ts';
import type { VaultRow } from './vault-row.ts';
import { keyOfPassword, keyOfShare, ROUNDS } from './wraps.ts';

/** An open vault: whose it is, and the keys, which live in memory alone. */
export type Vault = Keys & { readonly userHash: string; readonly displayName: string; readonly organisationId: string };

/** Somebody who has just signed in in full, with everything that opens or makes a vault. */
export type SignedInPerson = {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly organisationId: string;
  readonly password: string;
  /** from `user/device`: 32 bytes, base64 */
  readonly share: string;
};

/** `sealed`: what is kept here opens neither with this share nor with this password, and stays as it is. */
export type Opening = { readonly kind: 'open'; readonly vault: Vault } | { readonly kind: 'sealed' } | { readonly kind: 'none' };

/**
 * `tooOld`: the last full sign-in is more than 12 h ago [choice]. An unknown email and a wrong password are one answer. `wait`: too many
 * were wrong; ms until the next may be tried.
 */
export type OfflineOpening =
  | { readonly kind: 'open'; readonly vault: Vault }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'tooOld' }
  | { readonly kind: 'wait'; readonly ms: number };

/** After a full sign-in: makes the person's vault, or opens it and lets it follow a changed password. */
export async function openAtSignIn(device: Device, person: SignedInPerson, means: Means): Promise<Opening> {
  const hash = await userHash(device, person.userId, means);
  const kept = await device.vaults.get(hash);
  const { salt, rounds } = kept ?? { salt: means.bytes(16), rounds: ROUNDS };
  const outer = { password: await keyOfPassword(person.password, salt, rounds), share: await keyOfShare(person.share, salt) };
  if (kept === undefined) await makeRow(device, { hash, salt, person, outer }, means);
  const row = await device.vaults.get(hash);
  if (row === undefined) throw new VaultDamaged('This vault is no longer here');
  // Another tab was first: these keys were made with a salt that is not the vault's.
  if (toHex(row.salt) !== toHex(salt)) return openAtSignIn(device, person, means);
  // The share is asked first: it survives a password change.
  const byShare = await openRoot(row, 'share', outer.share);
  const byPassword = await openRoot(row, 'password', outer.password);
  const root = byShare ?? byPassword;
  if (root === null) return { kind: 'sealed' };
  // Whoever guessed before was somebody else, or has found the password since.
  await forgetTries(device, hash);
  const now = means.now();
  const change = {
    displayName: person.displayName,
    loginHash: await loginHash(device, person.email, means),
    lastFullSignIn: now,
    lastSeen: now,
    ...(byPassword === null ? { byPassword: await wrapRoot(hash, root, { way: 'password', outer: outer.password }, means) } : {}),
    ...(byShare === null ? { byShare: await wrapRoot(hash, root, { way: 'share', outer: outer.share }, means) } : {}),
  };
  return { kind: 'open', vault: await enter(device, { hash, root, change }, means) };
}

/** After a reload with a live session: the share alone opens, with no question. */
export async function openWithShare(
  device: Device,
  { userId, share }: Pick<SignedInPerson, 'userId' | 'share'>,
  means: Means,
): Promise<Opening> {
  const row = await device.vaults.get(await userHash(device, userId, means));
  if (row === undefined) return { kind: 'none' };
  const root = await openRoot(row, 'share', await keyOfShare(share, row.salt));
  if (root === null) return { kind: 'sealed' };
  const change = { lastSeen: Math.max(means.now(), row.lastSeen) };
  return { kind: 'open', vault: await enter(device, { hash: row.userHash, root, change }, means) };
}

/** Without a network, at most 12 h after the last full sign-in. Each try counts, also through a restart. */
export async function openWithPassword(
  device: Device,
  { email, password }: Pick<SignedInPerson, 'email' | 'password'>,
  means: Means,
): Promise<OfflineOpening> {
  const hash = await loginHash(device, email, means);
  const row = await device.vaults.where('loginHash').equals(hash).first();
  return openRow(device, { row, whose: row?.userHash ?? hash, password }, means);
}

/** As {@link openWithPassword}, where it is known whose vault it is: whoever gave the device away takes it back. */
export async function openAgain(
  device: Device,
  { userHash: hash, password }: { readonly userHash: string; readonly password: string },
  means: Means,
): Promise<OfflineOpening> {
  return openRow(device, { row: await device.vaults.get(hash), whose: hash, password }, means);
}

/** After a password change: the vault opens with the new password from now on. False when the share does not open it. */
export async function followPassword(
  device: Device,
  { userId, share, password }: Pick<SignedInPerson, 'userId' | 'share' | 'password'>,
  means: Means,
): Promise<boolean> {
  const row = await device.vaults.get(await userHash(device, userId, means));
  const root = row === undefined ? null : await openRoot(row, 'share', await keyOfShare(share, row.salt));
  if (row === undefined || root === null) return false;
  const outer = await keyOfPassword(password, row.salt, row.rounds);
  const byPassword = await wrapRoot(row.userHash, root, { way: 'password', outer }, means);
  await device.vaults.update(row.userHash, { byPassword });
  await forgetTries(device, row.userHash);
  root.raw.fill(0);
  return true;
}

async function openRow(
  device: Device,
  { row, whose, password }: { readonly row: VaultRow | undefined; readonly whose: string; readonly password: string },
  means: Means,
): Promise<OfflineOpening> {
  const ms = await beginTry(device, whose, means.now());
  if (ms > 0) return { kind: 'wait', ms };
  // Somebody unknown costs the same work, so that the time tells nothing either.
  const typed = await keyOfPassword(password, row?.salt ?? means.bytes(16), row?.rounds ?? ROUNDS);
  const root = row === undefined ? null : await openRoot(row, 'password', typed);
  if (row === undefined || root === null) return { kind: 'wrong' };
  await forgetTries(device, whose);
  const lastSeen = Math.max(means.now(), row.lastSeen);
  if (lastSeen - row.lastFullSignIn > SESSION_CAP) return { kind: 'tooOld' };
  return { kind: 'open', vault: await enter(device, { hash: row.userHash, root, change: { lastSeen } }, means) };
}

type Making = {
  readonly hash: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly person: SignedInPerson;
  readonly outer: { readonly password: CryptoKey; readonly share: CryptoKey };
};

/** Keeps a new vault, unless another tab has just kept one. */
async function makeRow(device: Device, { hash, salt, person, outer }: Making, means: Means): Promise<void> {
  const root: Root = { raw: means.bytes(32) };
  const row: VaultRow = {
    userHash: hash,
    loginHash: await loginHash(device, person.email, means),
    displayName: person.displayName,
    organisationId: person.organisationId,
    salt,
    rounds: ROUNDS,
    byPassword: await wrapRoot(hash, root, { way: 'password', outer: outer.password }, means),
    byShare: await wrapRoot(hash, root, { way: 'share', outer: outer.share }, means),
    local: await makeKey(root, `${hash}|local`, means),
    synced: null,
    unsentCount: 0,
    lastFullSignIn: means.now(),
    lastSeen: means.now(),
  };
  root.raw.fill(0);
  await device.transaction('rw', device.vaults, async () => {
    if ((await device.vaults.get(hash)) === undefined) await device.vaults.add(row);
  });
}

type Entering = { readonly hash: string; readonly root: Root; readonly change: Partial<VaultRow> };

/** Notes the opening, makes a key for synced copies where the last logout took it, and opens the keys. */
async function enter(device: Device, { hash, root, change }: Entering, means: Means): Promise<Vault> {
  const fresh = await makeKey(root, `${hash}|synced`, means);
  const row = await device.transaction('rw', device.vaults, async () => {
    const kept = await device.vaults.get(hash);
    if (kept === undefined) throw new VaultDamaged('This vault is no longer here');
    const next = { ...kept, ...change, synced: kept.synced ?? fresh };
    await device.vaults.put(next);
    return next;
  });
  const local = await openKey(root, row.local, `${hash}|local`);
  const synced = await openKey(root, row.synced, `${hash}|synced`);
  root.raw.fill(0);
  return { userHash: hash, displayName: row.displayName, organisationId: row.organisationId, local, synced };
}
