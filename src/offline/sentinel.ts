import {
  checkOpenApp,
  checkSentinel,
  noteLoss,
  renewSentinel,
  type SentinelCopies,
  type StorageStatus,
} from '#store/db/sentinel.ts';
import { whenStorageOpen } from './storage-verdict.ts';
import { localItems } from '#src/session/web-storage.ts';
import { newId, deviceDatabase } from './env.ts';

/** Cache of the sentinel's copy, apart from the worker's own: the shell is deleted and rebuilt without touching it. */
const CACHE = 'assent-sentinel';
const ADDRESS = '/__sentinel';
/** Serialises the check: two tabs that start at once must not each create an id. */
const LOCK = 'assent.sentinel';

/** Id of the sentinel as this page knows it; null before the check at the start, and once a loss was found. */
let known: string | null = null;

/** Checks whether this browser has lost its storage. @param before - localStorage as it was at the start of the page @throws StorageUnavailable */
export async function runSentinelCheck(before: ReadonlyMap<string, string>): Promise<StorageStatus> {
  await whenStorageOpen();
  const asBefore = { ...copies, local: { ...copies.local, getItem: (name: string) => before.get(name) ?? null } };
  const status = await navigator.locks.request(LOCK, () => checkSentinel(deviceDatabase(), asBefore, newId));
  known = status.kind === 'lost' ? null : status.id;
  return status;
}

/**
 * Checks it again while the app is open; `whole` before the check at the start has ended, and after a loss was found.
 *
 * @param unsent - number of items that this tab knows to be unsent
 * @param isVaultGone - whether the open vault was found cleared, whatever else is stored
 */
export async function checkWhileOpen(
  unsent: number,
  isVaultGone: boolean,
): Promise<StorageStatus['kind'] | { lost: number | null }> {
  const id = known;
  if (id === null) return 'whole';
  const check = () => checkOpenApp(deviceDatabase(), copies, { id, unsent, newId });
  // A database that does not answer at this moment tells of no loss: the next check asks again.
  const status = await navigator.locks.request(LOCK, () => check().catch(() => ({ kind: 'whole', id }) as const));
  // Two checks at once find one loss.
  if (known !== id) return 'whole';
  if (status.kind === 'lost' || (status.kind === 'whole' && isVaultGone)) {
    known = null;
    return { lost: status.kind === 'lost' ? status.items : await noteLoss(copies, { id, unsent }) };
  }
  known = status.id;
  return status.kind;
}

/** Writes a new sentinel once the person has read the warning. */
export async function renewAfterLoss(): Promise<void> {
  known = await navigator.locks.request(LOCK, () => renewSentinel(deviceDatabase(), copies, newId));
}

const cachedCopy: SentinelCopies['cached'] = {
  read: async () => {
    const found = await (await caches.open(CACHE)).match(ADDRESS);
    return found === undefined ? null : await found.text();
  },
  write: async (id) => (await caches.open(CACHE)).put(ADDRESS, new Response(id)),
};

const copies: SentinelCopies = {
  local: localItems,
  cached: cachedCopy,
};
