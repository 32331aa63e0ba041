import { withEviction } from './quota.ts';
import type { Store } from './store.ts';
import { nullIfUnreadable, seal, unseal, type Keys, type Sealed } from '#store/crypto/seal.ts';
import type { KvRow } from '#store/db/vault-database.ts';

/**
 * Stores a small value under a name, sealed.
 *
 * @param key - `local` survives a sign-out, `synced` does not
 * @throws StorageFull
 */
export async function putSealed(store: Store, key: keyof Keys, entry: NamedValue): Promise<void> {
  const row = await sealedRow(store, key, entry);
  await withEviction(store, () => store.db.kv.put(row));
}

type NamedValue = { readonly name: string; readonly value: unknown };

/** The row that {@link putSealed} writes, for a caller that writes it in a transaction with other rows. */
export async function sealedRow({ vault, env }: Store, key: keyof Keys, { name, value }: NamedValue): Promise<KvRow> {
  return { k: name, value: await seal(vault[key], { table: 'kv', id: name }, value, env) };
}

/** Reads the value stored under a name; null when there is none or it is unreadable. */
export async function getSealed({ db, vault }: Store, name: string): Promise<unknown> {
  const row = await db.kv.get(name);
  return row === undefined ? null : openSealed(vault, row);
}

/** Reads all values whose names begin with a prefix, in the order of the names, without unreadable ones. */
export async function listSealed({ db, vault }: Store, prefix: string): Promise<unknown[]> {
  const rows = await db.kv.where('k').startsWith(prefix).toArray();
  const opened = await Promise.all(rows.map((row) => openSealed(vault, row)));
  return opened.filter((each) => each !== null);
}

/** Decrypts a row that {@link sealedRow} made; null when it is unreadable. */
export async function openSealed(keys: Keys, { k, value }: KvRow): Promise<unknown> {
  // putSealed and sealedRow are the only writers under these names.
  return nullIfUnreadable(unseal(keys, { table: 'kv', id: k }, value as Sealed));
}
