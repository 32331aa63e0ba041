import { getSealed, putSealed } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';

// Under the key that survives a sign-out: an editor who comes back finds what they typed.
const nameOf = (procedureID: string) => `procedure-draft:${procedureID}`;

/**
 * Stores what an editor has typed into a procedure and not saved.
 *
 * @param procedureID - `new` for one that the server does not have
 * @throws StorageFull
 */
export function saveProcedureDraft(store: Store, procedureID: string, value: unknown): Promise<void> {
  return putSealed(store, 'local', { name: nameOf(procedureID), value });
}

/** The value that {@link saveProcedureDraft} stored; null when there is none. */
export function readProcedureDraft(store: Store, procedureID: string): Promise<unknown> {
  return getSealed(store, nameOf(procedureID));
}

/** Deletes it, once it is saved or discarded. */
export function deleteProcedureDraft({ db }: Store, procedureID: string): Promise<void> {
  return db.kv.delete(nameOf(procedureID));
}
