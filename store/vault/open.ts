import { SESSION_CAP } from '#domain/accounts/session.ts';
import type { DeviceDatabase } from '#store/db/device-database.ts';
import { toHex } from '#contract/engine/hex.ts';
import type { Env } from '#store/env.ts';
import { loginHash, userHash } from './identity.ts';
import { createDataKey, openDataKey, openRootKey, VaultDamaged, wrapRootKey, type RootKey } from './root-key.ts';
import type { Keys } from '#store/crypto/seal.ts';
import { beginAttempt, clearAttempts } from './attempts.ts';
import type { VaultRow } from '#store/db/vault-row.ts';
import { keyFromPassword, keyFromShare } from '#store/crypto/wrap.ts';

/** An open vault: its owner and its data keys, which are held in memory only. */
export type Vault = Keys & { readonly userHash: string; readonly displayName: string; readonly organisationId: string };

/** A user who has just signed in in full, with the secrets that open or create a vault. */
export type VaultOwner = {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string;
  readonly organisationId: string;
  readonly password: string;
  /** time of the full sign-in, epoch ms; left out, it is now */
  readonly signedInAt?: number;
  /** from `user/device`: 32 bytes, base64 */
  readonly share: string;
};

/** Result of opening a vault online. `sealed`: neither the share nor the password opens it, and it stays as it is. `none`: no vault. */
export type UnlockResult =
  | { readonly kind: 'open'; readonly vault: Vault }
  | { readonly kind: 'sealed' }
  | { readonly kind: 'none' };

/**
 * Result of opening a vault with a password alone. `wrong`: an unknown email or a wrong password, one answer for both. `tooOld`: the last
 * full sign-in is more than 12 h ago [choice]. `wait`: too many wrong attempts; `ms` until the next one.
 */
export type OfflineUnlockResult =
  | { readonly kind: 'open'; readonly vault: Vault }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'tooOld' }
  | { readonly kind: 'wait'; readonly ms: number };

/** Opens the user's vault after a full sign-in, or creates it, and re-wraps the root key after a change of password or share. */
export async function openVaultAtSignIn(device: DeviceDatabase, person: VaultOwner, env: Env): Promise<UnlockResult> {
  const hash = await userHash(device, person.userId, env);
  const existing = await device.vaults.get(hash);
  const { salt, rounds } = existing ?? { salt: env.bytes(16), rounds: env.passwordRounds };
  const outer = { password: await keyFromPassword(person.password, salt, rounds), share: await keyFromShare(person.share, salt) };
  if (existing === undefined) await createVaultRow(device, { hash, salt, person, outer }, env);
  const row = await device.vaults.get(hash);
  if (row === undefined) throw new VaultDamaged('This vault is no longer here');
  // Another tab created the vault first: these keys were derived with a salt that is not the vault's.
  if (toHex(row.salt) !== toHex(salt)) return openVaultAtSignIn(device, person, env);
  // The share is tried first: it survives a password change.
  const byShare = await openRootKey(row, 'share', outer.share);
  const byPassword = await openRootKey(row, 'password', outer.password);
  const root = byShare ?? byPassword;
  if (root === null) return { kind: 'sealed' };
  // A full sign-in has proved the user: earlier wrong guesses count no more.
  await clearAttempts(device, hash);
  const now = env.now();
  const change = {
    displayName: person.displayName,
    loginHash: await loginHash(device, person.email, env),
    lastFullSignIn: person.signedInAt ?? now,
    lastSeen: now,
    ...(byPassword === null
      ? { byPassword: await wrapRootKey(hash, root, { method: 'password', outer: outer.password }, env) }
      : {}),
    ...(byShare === null ? { byShare: await wrapRootKey(hash, root, { method: 'share', outer: outer.share }, env) } : {}),
  };
  return { kind: 'open', vault: await finishOpening(device, { hash, root, change }, env) };
}

/** Opens the vault with the share alone: after a reload with a live session, without asking for the password. */
export async function openVaultWithShare(
  device: DeviceDatabase,
  { userId, share }: Pick<VaultOwner, 'userId' | 'share'>,
  env: Env,
): Promise<UnlockResult> {
  const row = await device.vaults.get(await userHash(device, userId, env));
  if (row === undefined) return { kind: 'none' };
  const root = await openRootKey(row, 'share', await keyFromShare(share, row.salt));
  if (root === null) return { kind: 'sealed' };
  const change = { lastSeen: Math.max(env.now(), row.lastSeen) };
  return { kind: 'open', vault: await finishOpening(device, { hash: row.userHash, root, change }, env) };
}

/** Opens the vault offline, at most 12 h after the last full sign-in. Each attempt counts, through restarts as well. */
export async function openVaultWithPassword(
  device: DeviceDatabase,
  { email, password }: Pick<VaultOwner, 'email' | 'password'>,
  env: Env,
): Promise<OfflineUnlockResult> {
  const hash = await loginHash(device, email, env);
  const row = await device.vaults.where('loginHash').equals(hash).first();
  return openRow(device, { row, account: row?.userHash ?? hash, password }, env);
}

/** As {@link openVaultWithPassword} for a known user: the clinician takes the device back after a handover. */
export async function reopenVault(
  device: DeviceDatabase,
  { userHash: hash, password }: { readonly userHash: string; readonly password: string },
  env: Env,
): Promise<OfflineUnlockResult> {
  return openRow(device, { row: await device.vaults.get(hash), account: hash, password }, env);
}

/** Wraps the root key under a new password, after a password change. @returns false when the share does not open the vault */
export async function rewrapPassword(
  device: DeviceDatabase,
  { userId, share, password }: Pick<VaultOwner, 'userId' | 'share' | 'password'>,
  env: Env,
): Promise<boolean> {
  const row = await device.vaults.get(await userHash(device, userId, env));
  const root = row === undefined ? null : await openRootKey(row, 'share', await keyFromShare(share, row.salt));
  if (row === undefined || root === null) return false;
  const outer = await keyFromPassword(password, row.salt, row.rounds);
  const byPassword = await wrapRootKey(row.userHash, root, { method: 'password', outer }, env);
  await device.vaults.update(row.userHash, { byPassword });
  await clearAttempts(device, row.userHash);
  root.raw.fill(0);
  return true;
}

/**
 * Whether a vault whose keys are still in memory may be used without the server: at most 12 h after the last full sign-in, as with
 * {@link reopenVault}. False also when this device no longer has the vault.
 */
export async function mayUseOffline(device: DeviceDatabase, hash: string, env: Pick<Env, 'now'>): Promise<boolean> {
  return device.transaction('rw', device.vaults, async () => {
    const row = await device.vaults.get(hash);
    if (row === undefined) return false;
    const { lastSeen, isTooOld } = ageOf(row, env);
    await device.vaults.update(hash, { lastSeen });
    return !isTooOld;
  });
}

async function openRow(
  device: DeviceDatabase,
  { row, account, password }: { readonly row: VaultRow | undefined; readonly account: string; readonly password: string },
  env: Env,
): Promise<OfflineUnlockResult> {
  const ms = await beginAttempt(device, account, env.now());
  if (ms > 0) return { kind: 'wait', ms };
  // An unknown email costs the same work, so that timing tells nothing either.
  const passwordKey = await keyFromPassword(password, row?.salt ?? env.bytes(16), row?.rounds ?? env.passwordRounds);
  const root = row === undefined ? null : await openRootKey(row, 'password', passwordKey);
  if (row === undefined || root === null) return { kind: 'wrong' };
  await clearAttempts(device, account);
  const { lastSeen, isTooOld } = ageOf(row, env);
  if (isTooOld) return { kind: 'tooOld' };
  return { kind: 'open', vault: await finishOpening(device, { hash: row.userHash, root, change: { lastSeen } }, env) };
}

/** The latest time that was seen on the device, and whether that is too long after the last full sign-in. */
function ageOf(row: VaultRow, env: Pick<Env, 'now'>): { readonly lastSeen: number; readonly isTooOld: boolean } {
  const lastSeen = Math.max(env.now(), row.lastSeen);
  return { lastSeen, isTooOld: lastSeen - row.lastFullSignIn > SESSION_CAP };
}

type VaultCreation = {
  readonly hash: string;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly person: VaultOwner;
  readonly outer: { readonly password: CryptoKey; readonly share: CryptoKey };
};

/** Stores a new vault, unless another tab has just stored one. */
async function createVaultRow(device: DeviceDatabase, { hash, salt, person, outer }: VaultCreation, env: Env): Promise<void> {
  const root: RootKey = { raw: env.bytes(32) };
  const row: VaultRow = {
    userHash: hash,
    loginHash: await loginHash(device, person.email, env),
    displayName: person.displayName,
    organisationId: person.organisationId,
    salt,
    rounds: env.passwordRounds,
    byPassword: await wrapRootKey(hash, root, { method: 'password', outer: outer.password }, env),
    byShare: await wrapRootKey(hash, root, { method: 'share', outer: outer.share }, env),
    local: await createDataKey(root, `${hash}|local`, env),
    synced: null,
    unsentCount: 0,
    lastFullSignIn: person.signedInAt ?? env.now(),
    lastSeen: env.now(),
  };
  root.raw.fill(0);
  await device.transaction('rw', device.vaults, async () => {
    if ((await device.vaults.get(hash)) === undefined) await device.vaults.add(row);
  });
}

type VaultOpening = { readonly hash: string; readonly root: RootKey; readonly change: Partial<VaultRow> };

/** Records the opening, creates a key for cached copies where the last sign-out destroyed it, and unwraps the data keys. */
async function finishOpening(device: DeviceDatabase, { hash, root, change }: VaultOpening, env: Env): Promise<Vault> {
  const fresh = await createDataKey(root, `${hash}|synced`, env);
  const row = await device.transaction('rw', device.vaults, async () => {
    const existing = await device.vaults.get(hash);
    if (existing === undefined) throw new VaultDamaged('This vault is no longer here');
    const next = { ...existing, ...change, synced: existing.synced ?? fresh };
    await device.vaults.put(next);
    return next;
  });
  const local = await openDataKey(root, row.local, `${hash}|local`);
  const synced = await openDataKey(root, row.synced, `${hash}|synced`);
  root.raw.fill(0);
  return { userHash: hash, displayName: row.displayName, organisationId: row.organisationId, local, synced };
}
