import { withRoom } from './quota.ts';
import type { Store } from './store.ts';
import { Damaged, KeyForgotten, seal, unseal, type Sealed } from './vault/seal.ts';

/** Keeps what somebody has typed and not saved yet, sealed. @param name - of the form, for instance `patient:new` */
export async function keepTyped(store: Store, name: string, value: unknown): Promise<void> {
  const sealed = await seal(store.vault.local, placeOf(name), value, store.means);
  await withRoom(store, () => store.db.kv.put({ k: placeOf(name).id, value: sealed }));
}

/** What was typed, or null when there is nothing that can be read. */
export async function readTyped({ db, vault }: Store, name: string): Promise<unknown> {
  const kept = (await db.kv.get(placeOf(name).id))?.value;
  if (kept === undefined) return null;
  // Written under this name by keepTyped alone.
  return unseal(vault, placeOf(name), kept as Sealed).catch((failure: unknown) => {
    if (failure instanceof Damaged || failure instanceof KeyForgotten) return null;
    throw failure;
  });
}

/** After it was saved, or thrown away. */
export async function dropTyped({ db }: Store, name: string): Promise<void> {
  await db.kv.delete(placeOf(name).id);
}

function placeOf(name: string): { table: string; id: string } {
  return { table: 'kv', id: `typed:${name}` };
}
