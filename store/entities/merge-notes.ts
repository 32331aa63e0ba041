import type { FieldConflict } from './merge.ts';
import { listSealed, sealedRow } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';
import type { KvRow } from '#store/db/vault-database.ts';

/**
 * Note on how two people's changes to one entity ended, shown in its timeline on this device: the fields that were merged, or the
 * choices that were made, with the values that lost. `at` is ISO.
 */
export type MergeNote =
  | { readonly kind: 'merged'; readonly at: string; readonly fields: readonly string[] }
  | {
      readonly kind: 'chosen';
      readonly at: string;
      readonly clashes: readonly (FieldConflict & { readonly kept: 'mine' | 'theirs' })[];
    };

/** The sealed row of a merge note. The caller writes it in one transaction with the merged entity. */
export async function mergeNoteRow(store: Store, entityId: string, note: MergeNote): Promise<KvRow> {
  return sealedRow(store, 'local', { name: `note:${entityId}:${store.env.newId()}`, value: note });
}

/** Number of an entity's notes. Fit for a live query: it awaits nothing but Dexie. */
export function countMergeNotes({ db }: Store, entityId: string): PromiseLike<number> {
  return db.kv.where('k').startsWith(`note:${entityId}:`).count();
}

/** An entity's notes, the oldest first, without unreadable ones. */
export async function readMergeNotes(store: Store, entityId: string): Promise<MergeNote[]> {
  // mergeNoteRow alone writes under these names.
  return (await listSealed(store, `note:${entityId}:`)) as MergeNote[];
}
