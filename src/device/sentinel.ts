import {
  checkOpenApp,
  checkSentinel,
  noteLoss,
  renewSentinel,
  storeUnsentCount,
  type OpenAppMemory,
  type StorageStatus,
} from '#store/db/sentinel.ts';
import { whenStorageOpen } from './storage-verdict.ts';
import { sentinelCopies } from './sentinel-copies.ts';
import { deviceDatabase } from './env.ts';
import { newId } from './new-id.ts';

/** Serialises the check: two tabs that start at once must not each create an id. */
const LOCK = 'assent.sentinel';

/** The sentinel as this page knows it; null before the check at the start, and once a loss was found. */
let known: OpenAppMemory | null = null;

/** Checks whether this browser has lost its storage. @param before - localStorage as it was at the start of the page @throws StorageUnavailable */
export async function runSentinelCheck(before: ReadonlyMap<string, string>): Promise<StorageStatus> {
  await whenStorageOpen();
  const asBefore = { ...sentinelCopies, local: { ...sentinelCopies.local, getItem: (name: string) => before.get(name) ?? null } };
  const status = await navigator.locks.request(LOCK, () => checkSentinel(deviceDatabase(), asBefore, newId));
  known = status.kind === 'lost' ? null : status;
  return status;
}

/**
 * Checks it again while the app is open; `whole` before the check at the start has ended, and after a loss was found.
 *
 * @param ownUnsent - number of items that this tab knows to be unsent
 * @param isVaultGone - whether the open vault was found cleared, whatever else is stored
 */
export async function checkWhileOpen(
  ownUnsent: number,
  isVaultGone: boolean,
): Promise<StorageStatus['kind'] | { lost: number | null }> {
  const memory = known;
  if (memory === null) return 'whole';
  // The items of others wait sealed on the same tablet: their loss is as great as that of the person's own.
  const unsent = Math.max(memory.unsent, ownUnsent);
  const check = () => checkOpenApp(deviceDatabase(), sentinelCopies, { id: memory.id, unsent, newId });
  // A database that does not answer at this moment tells of no loss: the next check asks again.
  const status = await navigator.locks.request(LOCK, () => check().catch(() => ({ kind: 'whole', ...memory }) as const));
  // Two checks at once find one loss.
  if (known?.id !== memory.id) return 'whole';
  if (status.kind === 'lost') {
    known = null;
    return { lost: status.items };
  }
  known = status;
  if (status.kind === 'new' || !isVaultGone) return status.kind;
  // Another tab found the device cleared on purpose, and this tab's vault was cleared with it.
  if (status.id !== memory.id && unsent === 0) return 'new';
  known = null;
  return { lost: await noteLoss(sentinelCopies, { id: status.id, unsent }) };
}

/** Writes the number of unsent items of all users for the notice after a loss, here and in the copies. */
export async function noteUnsentCount(): Promise<void> {
  const unsent = await storeUnsentCount(deviceDatabase(), sentinelCopies);
  if (unsent !== null && known !== null) known = { ...known, unsent };
}

/** Writes the copy in the cache again, after the caches alone were cleared. */
export async function mendCachedCopy(): Promise<void> {
  if (known !== null) await sentinelCopies.cached.write('sentinel', known.id);
}

/** Writes a new sentinel once the person has read the warning. */
export async function renewAfterLoss(): Promise<void> {
  known = await navigator.locks.request(LOCK, () => renewSentinel(deviceDatabase(), sentinelCopies, newId));
}
