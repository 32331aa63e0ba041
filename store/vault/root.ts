import type { Means } from '../means.ts';
import type { DataKey } from './seal.ts';
import type { KeptKey, VaultRow } from './vault-row.ts';
import { keyOfBytes, unwrap, wrap, type Wrap } from './wraps.ts';

/** A vault's root key while a vault is being opened; whoever opened it overwrites the bytes. */
export type Root = { readonly raw: Uint8Array<ArrayBuffer> };

/** A key that should open with its root does not: the vault's row is damaged. */
export class VaultDamaged extends Error {
  override name = 'VaultDamaged';
}

type Way = 'password' | 'share';

/** The root key under an outer key, for the row of this user. */
export async function wrapRoot(
  userHash: string,
  { raw }: Root,
  { way, outer }: { readonly way: Way; readonly outer: CryptoKey },
  { bytes }: Pick<Means, 'bytes'>,
): Promise<Wrap> {
  return wrap(outer, raw, { use: `${userHash}|${way}`, bytes });
}

/** The root key, or null when this outer key is not the vault's. */
export async function openRoot(row: VaultRow, way: Way, outer: CryptoKey): Promise<Root | null> {
  const raw = await unwrap(outer, way === 'password' ? row.byPassword : row.byShare, `${row.userHash}|${way}`);
  return raw === null ? null : { raw };
}

/** A new data key. @param use - what it is for; it opens for nothing else */
export async function makeKey({ raw }: Root, use: string, { bytes, newId }: Means): Promise<KeptKey> {
  const keyId = newId();
  const made = bytes(32);
  const kept = { keyId, wrap: await wrap(await keyOfBytes(raw), made, { use: `${use}|${keyId}`, bytes }) };
  made.fill(0);
  return kept;
}

/** @throws VaultDamaged when it does not open */
export async function openKey({ raw }: Root, { keyId, wrap: kept }: KeptKey, use: string): Promise<DataKey> {
  const bytes = await unwrap(await keyOfBytes(raw), kept, `${use}|${keyId}`);
  if (bytes === null) throw new VaultDamaged('This vault cannot be opened any more');
  const key = await keyOfBytes(bytes);
  bytes.fill(0);
  return { keyId, key };
}
