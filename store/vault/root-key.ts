import type { Env } from '#store/env.ts';
import type { DataKey } from '#store/crypto/seal.ts';
import type { WrappedDataKey, VaultRow } from '#store/db/vault-row.ts';
import { importKey, unwrap, wrap, type WrappedKey } from '#store/crypto/wrap.ts';

/** A vault's root key while the vault is being opened; the caller overwrites the bytes afterwards. */
export type RootKey = { readonly raw: Uint8Array<ArrayBuffer> };

/** A data key does not unwrap under its root key: the vault's row is damaged. */
export class VaultDamaged extends Error {
  override name = 'VaultDamaged';
}

type WrapMethod = 'password' | 'share';

/** Wraps the root key under an outer key, for this user's row. */
export async function wrapRootKey(
  userHash: string,
  { raw }: RootKey,
  { method, outer }: { readonly method: WrapMethod; readonly outer: CryptoKey },
  { bytes }: Pick<Env, 'bytes'>,
): Promise<WrappedKey> {
  return wrap(outer, raw, { use: `${userHash}|${method}`, bytes });
}

/** Unwraps the root key; null when the outer key is not the vault's. */
export async function openRootKey(row: VaultRow, method: WrapMethod, outer: CryptoKey): Promise<RootKey | null> {
  const raw = await unwrap(outer, method === 'password' ? row.byPassword : row.byShare, `${row.userHash}|${method}`);
  return raw === null ? null : { raw };
}

/** Creates a data key, wrapped under the root key. @param use - purpose, bound as AAD: it opens for no other */
export async function createDataKey({ raw }: RootKey, use: string, { bytes, newId }: Env): Promise<WrappedDataKey> {
  const keyId = newId();
  const rawKey = bytes(32);
  const wrapped = { keyId, wrap: await wrap(await importKey(raw), rawKey, { use: `${use}|${keyId}`, bytes }) };
  rawKey.fill(0);
  return wrapped;
}

/** Unwraps a data key. @throws VaultDamaged when it does not open */
export async function openDataKey({ raw }: RootKey, { keyId, wrap: wrapped }: WrappedDataKey, use: string): Promise<DataKey> {
  const bytes = await unwrap(await importKey(raw), wrapped, `${use}|${keyId}`);
  if (bytes === null) throw new VaultDamaged('This vault cannot be opened any more');
  const key = await importKey(bytes);
  bytes.fill(0);
  return { keyId, key };
}
