import type { Clash } from './conflicts.ts';
import { allSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/**
 * What became of two people's changes to one thing, for its timeline on this device: fields that were merged, or a choice, with
 * what lost in it. `at` is ISO.
 */
export type Note =
  | { readonly kind: 'merged'; readonly at: string; readonly fields: readonly string[] }
  | { readonly kind: 'chosen'; readonly at: string; readonly clashes: readonly (Clash & { readonly kept: 'mine' | 'theirs' })[] };

/** Notes what was merged or chosen for an entity, sealed. */
export async function addNote(store: Store, entityId: string, note: Note): Promise<void> {
  await putSealed(store, 'local', { name: `note:${entityId}:${store.means.newId()}`, value: note });
}

/** How many notes an entity has: may stand in a live query. */
export function notesCount({ db }: Store, entityId: string): PromiseLike<number> {
  return db.kv.where('k').startsWith(`note:${entityId}:`).count();
}

/** The notes of an entity, the oldest first; one that cannot be read is left out. */
export async function notesOf(store: Store, entityId: string): Promise<Note[]> {
  // Under these names addNote alone writes.
  return (await allSealed(store, `note:${entityId}:`)) as Note[];
}
