import Dexie from 'dexie';
import type { ConfirmSettings } from '#domain/cases/confirm-state.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { DeviceDatabase } from '#store/db/device-database.ts';
import type { Env } from '#store/env.ts';
import { isVaultStored } from '#store/db/vault-mark.ts';
import type { VaultDatabase } from '#store/db/vault-database.ts';
import type { Vault } from '#store/vault/open.ts';

/** One user's open store on this device: the databases, the keys and the env that all functions of this room work with. */
export type Store = {
  readonly device: DeviceDatabase;
  readonly db: VaultDatabase;
  readonly vault: Vault;
  readonly deviceId: string;
  readonly env: Env;
  /** server clock minus device clock, ms */
  readonly clockOffset: () => number;
  /** the server's settings as last fetched */
  readonly confirmSettings: () => ConfirmSettings;
  /** The languages of the signers' pages beside English, as the server last said. */
  readonly patientLanguages: () => readonly PatientLanguage[];
  /** called after each change of the queue, with the number of ops in it */
  readonly onUnsentCount: (count: number) => void;
  /**
   * called once for each restore of the server that is heard of
   *
   * @param resent - the number of calls that were sent before and stand in the queue again; 0 where this device keeps none
   */
  readonly onRestored?: (resent: number) => void;
  /** called when ops that waited for a person go back into the queue by themselves */
  readonly onReturned?: () => void;
  /** called when the vault is found to be cleared under the open store: nothing more can be written to it */
  readonly onStorageLost?: () => void;
};

/**
 * Counts the unsent ops and stores the number in the vault's row, where the sign-in screen reads it without the key. Callers need not
 * wait: a count that is lost with its tab is repeated at the next start. Concurrent calls share one run. The count of a vault that was
 * cleared stays as it was.
 */
export async function refreshUnsentCount(store: Store): Promise<void> {
  const { db } = store;
  const running = countRuns.get(db);
  if (running !== undefined) {
    running.isRequested = true;
    return running.done;
  }
  const run: CountRun = { isRequested: true, done: Promise.resolve() };
  countRuns.set(db, run);
  run.done = countWhileRequested(store, run).finally(() => countRuns.delete(db));
  return run.done;
}

type CountRun = { isRequested: boolean; done: Promise<void> };
const countRuns = new WeakMap<VaultDatabase, CountRun>();

async function countWhileRequested({ db, device, vault, onUnsentCount, onStorageLost }: Store, run: CountRun): Promise<void> {
  try {
    while (run.isRequested) {
      run.isRequested = false;
      const unsentCount = await db.ops.count();
      if (!(await isVaultStored(device, db, vault.userHash))) return onStorageLost?.();
      await device.vaults.update(vault.userHash, { unsentCount });
      // The row comes first: the listener sums up all vaults of the device.
      onUnsentCount(unsentCount);
    }
  } catch (failure) {
    // The tab is closing its database; the next start counts again.
    if (!(failure instanceof Dexie.DatabaseClosedError)) throw failure;
  }
}
