import type { VaultDatabase } from '#store/db/vault-database.ts';
import { VISIT_ROWS, visitRowName } from './read-visit.ts';
import { putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

/** Seals and stores a signer's visit in the place of the one before. @throws StorageFull */
export async function saveVisit(store: Store, handoverId: string, visit: unknown): Promise<void> {
  await putSealed(store, 'local', { name: visitRowName(handoverId), value: visit });
}

/** Deletes the stored visit of one handover. */
export async function discardVisit({ kv }: VaultDatabase, handoverId: string): Promise<void> {
  await kv.delete(visitRowName(handoverId));
}

/** Deletes every stored visit: no handover is under way. */
export async function discardVisits({ kv }: VaultDatabase): Promise<void> {
  await kv.where('k').startsWith(VISIT_ROWS).delete();
}
