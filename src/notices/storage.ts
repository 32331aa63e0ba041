import { MINUTE } from '#domain/base/limits.ts';
import { currentOfflineSession, setOfflineSession } from '#src/offline/session.ts';
import { refillShellIfMissing } from '#src/device/shell.ts';
import { onStorageLost } from '#src/device/storage-lost.ts';
import { currentSession, subscribe } from '#src/session/session.ts';
import { localItems, localStorageOrNull } from '#src/device/web-storage.ts';
import { StorageUnavailable } from '#store/db/open-within.ts';
import { isNearlyFull } from '#store/session/quota.ts';
import { showDataLoss } from './blocking-screen.ts';
import { hideNotice, showNotice } from './persistent-notices.ts';
import { showStorageUnavailable } from './storage-unavailable.ts';

/** Interval of the checks for free storage, ms [choice]. */
const STORAGE_CHECK_INTERVAL = 5 * MINUTE;
/** Interval of the checks for cleared storage while the page is visible, ms [choice]. */
const LOSS_CHECK_INTERVAL = 3000;
/** localStorage key, set once persistent storage was requested: some browsers ask the person, who is not asked again. */
const ASKED = 'assent.persist';

const FULL_WORDS =
  'The storage of this tablet is nearly full. Please send what waits, and free some space. Unsent work is never deleted.';

/** True while the notice "nearly full" is shown. */
let isShown = false;

/**
 * Watches this browser's storage: for data loss and a lost copy of the app at the start, at each write, on focus and every few seconds;
 * from the first sign-in on for persistence (the browser must not evict it); and from time to time for free space.
 *
 * @returns whether this browser stores anything at all; where it does not, a standing notice says so
 */
export function watchStorage(): Promise<boolean> {
  // Read before anything else runs: the counting of unsent ops must not have overwritten the last count.
  const before = new Map(Object.entries({ ...localStorageOrNull() }));
  const keeps = checkAtStart(before);
  const look = () => void lookForRoom().catch(() => undefined);
  subscribe(() => {
    if (currentSession()?.user.status !== 'ACTIVE') return;
    void askToKeep(false);
    look();
  });
  watchForLoss();
  setInterval(look, STORAGE_CHECK_INTERVAL);
  addEventListener('appinstalled', () => void askToKeep(true));
  look();
  return keeps;
}

/** @param before - localStorage as it was when this page started @returns false when this browser stores nothing */
async function checkAtStart(before: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    // The store comes with Dexie, which the first screen does not wait for.
    const { runSentinelCheck } = await import('#src/device/sentinel.ts');
    const status = await runSentinelCheck(before);
    if (status.kind === 'lost') tellLoss({ items: status.items, owner: null });
    return true;
  } catch (failure) {
    if (!(failure instanceof StorageUnavailable)) reportError(failure);
    showStorageUnavailable(() => void checkAtStart(before));
    return false;
  }
}

function watchForLoss(): void {
  const look = () => {
    void lookForLoss(false).catch(reportError);
    // A browser that refuses its caches has none of the app either.
    void checkShell().catch(() => undefined);
  };
  const lookIfVisible = () => document.visibilityState === 'visible' && look();
  setInterval(lookIfVisible, LOSS_CHECK_INTERVAL);
  onStorageLost(() => void lookForLoss(true).catch(reportError));
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', lookIfVisible);
}

async function checkShell(): Promise<void> {
  if (!(await refillShellIfMissing())) return;
  const { mendCachedCopy } = await import('#src/device/sentinel.ts');
  await mendCachedCopy();
}

/** @param isVaultGone - whether a write has found the open vault cleared */
async function lookForLoss(isVaultGone: boolean): Promise<void> {
  const offline = currentOfflineSession();
  const patients = offline === null ? [] : offline.lastUnsent();
  const isGone = isVaultGone || (offline !== null && !(await offline.isStored()));
  const { checkWhileOpen } = await import('#src/device/sentinel.ts');
  const found = await checkWhileOpen(
    patients.reduce((sum, { items }) => sum + items, 0),
    isGone,
  );
  if (found === 'whole') return;
  // Its keys open nothing that is still there: from here on calls are made at once.
  if (currentOfflineSession() === offline) setOfflineSession(null);
  if (typeof found === 'object') tellLoss({ items: found.lost, owner: offline && { userId: offline.userId, patients } });
}

function tellLoss(loss: Parameters<typeof showDataLoss>[0]): void {
  showDataLoss(loss, () => {
    void import('#src/device/sentinel.ts').then(({ renewAfterLoss }) => renewAfterLoss()).catch(reportError);
  });
}

/** @param again - true to request persistence also when it was requested before */
async function askToKeep(again: boolean): Promise<void> {
  try {
    const { storage } = navigator;
    if ((localItems.getItem(ASKED) !== null && !again) || (await storage.persisted())) return;
    localItems.setItem(ASKED, '1');
    await storage.persist();
  } catch {
    // Without the API, or after a refusal, the storage stays as it is.
  }
}

async function lookForRoom(): Promise<void> {
  const { usage, quota } = await navigator.storage.estimate();
  const isFull = isNearlyFull({ ...(usage === undefined ? {} : { usage }), ...(quota === undefined ? {} : { quota }) });
  if (isFull === isShown) return;
  isShown = isFull;
  if (isFull) showNotice({ id: 'storage', message: FULL_WORDS, tone: 'warn' });
  else hideNotice('storage');
}
