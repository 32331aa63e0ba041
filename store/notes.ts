import type { Clash } from './conflicts.ts';
import { allSealed, sealedRow } from './sealed-kv.ts';
import type { Store } from './store.ts';
import type { KvRow } from './vault-database.ts';

/**
 * What became of two people's changes to one thing, for its timeline on this device: fields that were merged, or a choice, with
 * what lost in it. `at` is ISO.
 */
export type Note =
  | { readonly kind: 'merged'; readonly at: string; readonly fields: readonly string[] }
  | { readonly kind: 'chosen'; readonly at: string; readonly clashes: readonly (Clash & { readonly kept: 'mine' | 'theirs' })[] };

/** What was merged or chosen for an entity, sealed: written in one transaction with what came of it. */
export async function noteRow(store: Store, entityId: string, note: Note): Promise<KvRow> {
  return sealedRow(store, 'local', { name: `note:${entityId}:${store.means.newId()}`, value: note });
}

/** How many notes an entity has: may stand in a live query. */
export function notesCount({ db }: Store, entityId: string): PromiseLike<number> {
  return db.kv.where('k').startsWith(`note:${entityId}:`).count();
}

/** The notes of an entity, the oldest first; one that cannot be read is left out. */
export async function notesOf(store: Store, entityId: string): Promise<Note[]> {
  // Under these names noteRow alone is written.
  return (await allSealed(store, `note:${entityId}:`)) as Note[];
}
