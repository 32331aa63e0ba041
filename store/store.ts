import Dexie from 'dexie';
import type { Device } from './device.ts';
import type { Means } from './means.ts';
import type { OpRow } from './outbox/op.ts';
import type { VaultDatabase } from './vault-database.ts';
import type { Vault } from './vault/vault.ts';

/** One person's open store on this device: where everything of this room reads and writes. */
export type Store = {
  readonly device: Device;
  readonly db: VaultDatabase;
  readonly vault: Vault;
  readonly deviceId: string;
  readonly means: Means;
  /** what the server's clock has more than this device's, ms */
  readonly clockOffset: () => number;
  /** told after each change of the queue: so many items wait to be sent */
  readonly onUnsent: (count: number) => void;
  /**
   * told what the server answered to an op that this tab has sent, parsed by its call's schema, just before the receipt is written:
   * whoever sees the receipt in this tab has heard the answer
   */
  readonly onAnswer?: (op: Pick<OpRow, 'opId' | 'call'>, output: unknown) => void;
};

/**
 * Counts what waits to be sent, and notes it where a sign-in screen can read it without the key. Nobody need wait for it: a note
 * that is lost with its tab is made good at the next start. Several at once become one.
 */
export async function noteUnsent(store: Store): Promise<void> {
  const { db } = store;
  const running = noting.get(db);
  if (running !== undefined) {
    running.isAskedAgain = true;
    return running.done;
  }
  const note: Noting = { isAskedAgain: true, done: Promise.resolve() };
  noting.set(db, note);
  note.done = countWhileAsked(store, note).finally(() => noting.delete(db));
  return note.done;
}

type Noting = { isAskedAgain: boolean; done: Promise<void> };
const noting = new WeakMap<VaultDatabase, Noting>();

async function countWhileAsked({ db, device, vault, onUnsent }: Store, note: Noting): Promise<void> {
  try {
    while (note.isAskedAgain) {
      note.isAskedAgain = false;
      const unsentCount = await db.ops.count();
      await device.vaults.update(vault.userHash, { unsentCount });
      // Whoever hears it counts all vaults of the device, this one with its new number.
      onUnsent(unsentCount);
    }
  } catch (failure) {
    // The tab is closing its database; the next start counts anew.
    if (!(failure instanceof Dexie.DatabaseClosedError)) throw failure;
  }
}
