import { currentSession, subscribe } from '#src/session/session.ts';
import { isNearlyFull } from '#store/session/quota.ts';
import { showDataLoss } from './blocking-screen.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** Interval of the checks for free storage, ms [choice]. */
const STORAGE_CHECK_INTERVAL = 300_000;
/** localStorage key, set once persistent storage was requested: some browsers ask the person, who is not asked again. */
const ASKED = 'assent.persist';

const FULL_WORDS =
  'The storage of this tablet is nearly full. Please send what waits, and free some space: what is unsent is never deleted for room.';

/** True while the notice "nearly full" is shown. */
let isShown = false;

/**
 * Watches this browser's storage: at the start for data loss, from the first sign-in on for persistence (the browser must not
 * evict it), and from time to time for free space.
 *
 * @returns how to stop
 */
export function watchStorage(): () => void {
  // Read before anything else runs: the counting of unsent ops must not have overwritten the last count.
  const before = new Map(Object.entries({ ...localStorage }));
  void checkSentinelCopies(before).catch(reportError);
  const look = () => void lookForRoom().catch(() => undefined);
  const stop = subscribe(() => {
    if (currentSession()?.user.status !== 'ACTIVE') return;
    void askToKeep(false);
    look();
  });
  const onInstalled = () => void askToKeep(true);
  const timer = setInterval(look, STORAGE_CHECK_INTERVAL);
  addEventListener('appinstalled', onInstalled);
  look();
  return () => {
    stop();
    clearInterval(timer);
    removeEventListener('appinstalled', onInstalled);
  };
}

/** @param before - localStorage as it was when this page started */
async function checkSentinelCopies(before: ReadonlyMap<string, string>): Promise<void> {
  // The store comes with Dexie, which the first screen does not wait for.
  const { runSentinelCheck: askSentinel } = await import('#src/offline/sentinel.ts');
  const { standing, renew } = await askSentinel(before);
  if (standing.kind === 'lost') showDataLoss(standing.items, () => void renew().catch(reportError));
}

/** @param again - true to request persistence also when it was requested before */
async function askToKeep(again: boolean): Promise<void> {
  try {
    const { storage } = navigator;
    if ((localStorage.getItem(ASKED) !== null && !again) || (await storage.persisted())) return;
    localStorage.setItem(ASKED, '1');
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
