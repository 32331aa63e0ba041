import { withRoom } from './quota.ts';
import type { Store } from './store.ts';
import { readable, seal, unseal, type Keys, type Sealed } from './vault/seal.ts';
import type { KvRow } from './vault-database.ts';

/**
 * Keeps a small thing under a name, sealed. @param key - `local` outlives a logout, `synced` does not
 * @throws StorageFull
 */
export async function putSealed(store: Store, key: keyof Keys, thing: Thing): Promise<void> {
  const row = await sealedRow(store, key, thing);
  await withRoom(store, () => store.db.kv.put(row));
}

type Thing = { readonly name: string; readonly value: unknown };

/** The same as a row, for who writes it in a transaction with other things. */
export async function sealedRow({ vault, means }: Store, key: keyof Keys, { name, value }: Thing): Promise<KvRow> {
  return { k: name, value: await seal(vault[key], { table: 'kv', id: name }, value, means) };
}

/** What is kept under a name, or null when there is nothing, or nothing that can be read. */
export async function getSealed({ db, vault }: Store, name: string): Promise<unknown> {
  const row = await db.kv.get(name);
  return row === undefined ? null : open(vault, row.k, row.value);
}

/** All that is kept under names that begin so, in the order of the names; what cannot be read is left out. */
export async function allSealed({ db, vault }: Store, start: string): Promise<unknown[]> {
  const rows = await db.kv.where('k').startsWith(start).toArray();
  const opened = await Promise.all(rows.map(({ k, value }) => open(vault, k, value)));
  return opened.filter((each) => each !== null);
}

async function open(keys: Keys, name: string, value: unknown): Promise<unknown> {
  // Under these names putSealed alone writes.
  return readable(unseal(keys, { table: 'kv', id: name }, value as Sealed));
}
