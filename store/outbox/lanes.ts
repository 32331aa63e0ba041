import Dexie from 'dexie';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import type { Lane, OpRow } from '#store/db/op.ts';

/** The queued ops of a lane, in the order of sending. */
export async function opsOfLane(db: VaultDatabase, lane: Lane): Promise<OpRow[]> {
  return db.ops.where('[lane+seq]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray();
}
