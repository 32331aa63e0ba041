import Dexie from 'dexie';
import type { VaultDatabase } from '../vault-database.ts';
import type { Lane, OpRow } from './op.ts';

/** The waiting ops of a lane, the first to be sent first. */
export async function opsOfLane(db: VaultDatabase, lane: Lane): Promise<OpRow[]> {
  return db.ops.where('[lane+seq]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray();
}
