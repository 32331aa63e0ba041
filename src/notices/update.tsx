import { BUSY_LOCK, isQuiet } from '#src/held/busy.ts';
import { currentQueue, subscribeHeld } from '#src/held/held.ts';
import { Button } from '@mantine/core';
import { Workbox } from 'workbox-window';
import { hideNotice, showNotice } from './notices.tsx';
import { isOnline } from './reach.ts';

const HOUR = 3_600_000;

const WORDS = {
  ready: 'An update is ready.',
  waiting: 'The update starts as soon as nothing is being edited, signed or sent on this tablet.',
  elsewhere: 'This app was updated in another tab.',
  tooOld: 'This app is too old to send what waits. Please update it.',
} as const;

/**
 * Registers the service worker and offers each new version: nothing is replaced under somebody's hands, and nobody's typing or
 * signature is lost to it, in any tab. Looks for a new one at the start, every hour, and whenever the page comes into view.
 */
export function watchForUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/sw.js');
  let isWaiting = false;
  let isAccepted = false;
  let isReplaced = false;

  const accept = () => {
    if (isAccepted) return;
    isAccepted = true;
    void applyWhenQuiet(() => {
      // Without a new worker the page alone is behind.
      if (isWaiting) worker.messageSkipWaiting();
      else location.reload();
    });
  };
  const look = () => void worker.update().catch(() => undefined);

  worker.addEventListener('waiting', () => {
    isWaiting = true;
    if (!isAccepted) offer(WORDS.ready, 'Update now', accept);
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate !== true && !isAccepted) return;
    isReplaced = true;
    // Accepted in another tab: this one may hold what is not saved, so it is asked, and goes along by itself once out of sight.
    if (isAccepted) void applyWhenQuiet(reload);
    else offer(WORDS.elsewhere, 'Reload', () => void applyWhenQuiet(reload));
  });
  watchForTooOld(() => {
    look();
    if (!isAccepted) offer(WORDS.tooOld, 'Update now', accept);
  });
  void worker.register().then(look, () => undefined);
  setInterval(look, HOUR);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
    else if (isReplaced) void reloadOutOfSight();
  });
}

/** Does it once nobody edits or signs in any tab, and this one sends nothing; nobody begins to meanwhile. */
async function applyWhenQuiet(apply: () => void): Promise<void> {
  if (!(await isQuiet()) || isSending()) showNotice({ id: 'update', message: WORDS.waiting, tone: 'info' });
  let isDone = false;
  while (!isDone) {
    await whenSent();
    isDone = await navigator.locks.request(BUSY_LOCK, () => {
      if (isSending()) return false;
      apply();
      return true;
    });
  }
}

/** Without a network a reload would ask for the password again. */
async function reloadOutOfSight(): Promise<void> {
  await navigator.locks.request(BUSY_LOCK, { ifAvailable: true }, (lock) => {
    const mayReload = lock !== null && document.visibilityState === 'hidden' && isOnline() && !isSending();
    if (mayReload) location.reload();
  });
}

function reload(): void {
  location.reload();
}

function isSending(): boolean {
  return currentQueue().sending.kind === 'sending';
}

function whenSent(): Promise<void> {
  return new Promise((resolve) => {
    if (!isSending()) {
      resolve();
      return;
    }
    const stop = subscribeHeld(() => {
      if (isSending()) return;
      stop();
      resolve();
    });
  });
}

/** Calls it when the server takes nothing more from this build. */
function watchForTooOld(tell: () => void): void {
  let before = currentQueue().sending.kind;
  subscribeHeld(() => {
    const now = currentQueue().sending.kind;
    if (now === 'update' && before !== 'update') tell();
    before = now;
  });
}

function offer(message: string, label: string, accept: () => void): void {
  const action = (
    <Button
      size="sm"
      onClick={() => {
        hideNotice('update');
        accept();
      }}
    >
      {label}
    </Button>
  );
  showNotice({ id: 'update', message, tone: 'info', action });
}
