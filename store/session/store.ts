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
  /**
   * called before an op is added to the queue, with the number of ops that it will have, and after each change of it; what it resolves
   * is waited for before the op is written
   */
  readonly onUnsentCount: (count: number) => void | Promise<void>;
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

/** Ops that this tab is about to write, and that may be on the disk at any moment. */
const announced = new WeakMap<VaultDatabase, number>();

/**
 * Runs a write that adds ops once their number is noted wherever the number of unsent items is: no database is written together with
 * another, nor with the marks outside, and a tablet that dies at any moment must never tell of fewer than wait on it.
 *
 * @param added - the most ops that the write adds
 */
export async function whileAnnounced<T>(store: Store, added: number, write: () => Promise<T>): Promise<T> {
  if (added === 0) return write();
  const { db } = store;
  const announce = (more: number) => announced.set(db, (announced.get(db) ?? 0) + more);
  announce(added);
  try {
    // The words to be saved are worth more than their number: the count after them tells of the fault.
    await refreshUnsentCount(store).catch(() => undefined);
    return await write();
  } finally {
    announce(-added);
    void refreshUnsentCount(store);
  }
}

/**
 * Counts the unsent ops and stores the number in the vault's row, where the sign-in screen reads it without the key, and in the marks
 * outside. A count that is lost with its tab is repeated at the next start. Calls while one counts share the next. The count of a vault
 * that was cleared stays as it was.
 */
export function refreshUnsentCount(store: Store): Promise<void> {
  const running = countRuns.get(store.db);
  if (running === undefined) return startCount(store);
  // A count that runs may have read the queue before the caller's change.
  const start = () => startCount(store);
  running.next ??= running.done.then(start, start);
  return running.next;
}

type CountRun = { readonly done: Promise<void>; next: Promise<void> | undefined };
const countRuns = new WeakMap<VaultDatabase, CountRun>();

function startCount(store: Store): Promise<void> {
  const run: CountRun = { done: count(store), next: undefined };
  countRuns.set(store.db, run);
  const end = () => {
    if (run.next === undefined) countRuns.delete(store.db);
  };
  run.done.then(end, end);
  return run.done;
}

async function count({ db, device, vault, onUnsentCount, onStorageLost }: Store): Promise<void> {
  try {
    const unsentCount = (await db.ops.count()) + (announced.get(db) ?? 0);
    if (!(await isVaultStored(device, db, vault.userHash))) return onStorageLost?.();
    await device.vaults.update(vault.userHash, { unsentCount });
    // The row comes first: the listener sums up all vaults of the device.
    await onUnsentCount(unsentCount);
  } catch (failure) {
    // The tab is closing its database; the next start counts again.
    if (!(failure instanceof Dexie.DatabaseClosedError)) throw failure;
  }
}
