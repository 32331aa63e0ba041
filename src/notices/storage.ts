import { currentSession, subscribe } from '#src/session/session.ts';
import { isNearlyFull } from '#store/quota.ts';
import { showLost } from './blocking.ts';
import { hideNotice, showNotice } from './notices.tsx';

/** How often the room on this device is looked at, ms [choice]. */
const EVERY = 300_000;
/** Set once this browser was asked to keep what is stored: some ask the person, who is not asked again. */
const ASKED = 'assent.persist';

const FULL_WORDS =
  'The storage of this tablet is nearly full. Please send what waits, and free some space: what is unsent is never deleted for room.';

/** Whether people have been told that it is nearly full. */
let isTold = false;

/**
 * Looks after what this browser keeps: at the start whether it is what was kept before, from the first sign-in that the browser
 * does not clear it by itself, and from time to time whether there is room.
 *
 * @returns how to stop
 */
export function watchStorage(): () => void {
  // Before anything else runs here: what counts unsent items must not have written over the last count.
  const before = new Map(Object.entries({ ...localStorage }));
  void checkWhole(before).catch(reportError);
  const look = () => void lookForRoom().catch(() => undefined);
  const stop = subscribe(() => {
    if (currentSession()?.user.status !== 'ACTIVE') return;
    void askToKeep(false);
    look();
  });
  const onInstalled = () => void askToKeep(true);
  const timer = setInterval(look, EVERY);
  addEventListener('appinstalled', onInstalled);
  look();
  return () => {
    stop();
    clearInterval(timer);
    removeEventListener('appinstalled', onInstalled);
  };
}

/** @param before - localStorage as it was when this page started */
async function checkWhole(before: ReadonlyMap<string, string>): Promise<void> {
  // The store comes with Dexie, which the first screen does not wait for.
  const { askSentinel } = await import('#src/queries/sentinel.ts');
  const { standing, renew } = await askSentinel(before);
  if (standing.kind === 'lost') showLost(standing.items, () => void renew().catch(reportError));
}

/** @param again - also where the browser was asked before */
async function askToKeep(again: boolean): Promise<void> {
  try {
    const { storage } = navigator;
    if ((localStorage.getItem(ASKED) !== null && !again) || (await storage.persisted())) return;
    localStorage.setItem(ASKED, '1');
    await storage.persist();
  } catch {
    // A browser that has no such thing, or refuses, keeps what it keeps.
  }
}

async function lookForRoom(): Promise<void> {
  const { usage, quota } = await navigator.storage.estimate();
  const isFull = isNearlyFull({ ...(usage === undefined ? {} : { usage }), ...(quota === undefined ? {} : { quota }) });
  if (isFull === isTold) return;
  isTold = isFull;
  if (isFull) showNotice({ id: 'storage', message: FULL_WORDS, tone: 'warn' });
  else hideNotice('storage');
}
