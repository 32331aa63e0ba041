import { HOUR } from '#domain/base/limits.ts';
import { EDIT_LOCK, isEditLockFree } from '#src/device/edit-lock.ts';
import { subscribeOffline } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/device/queue-status.ts';
import { Button } from '@mantine/core';
import { Workbox } from 'workbox-window';
import { hideNotice, showNotice } from '#src/notices/persistent-notices.ts';
import { onTooOld } from '#src/device/too-old.ts';
import { isOnline } from '#src/offline/server-reachability.ts';

const WORDS = {
  ready: 'An update is ready.',
  waiting: 'The update starts as soon as nothing is being edited, signed or sent on this tablet.',
  elsewhere: 'This app was updated in another tab.',
  tooOld: 'This app is too old. Please update it: what waits here is sent after that.',
} as const;

/**
 * Registers the service worker and offers each new version. No update replaces the app in any tab while somebody types or signs
 * there, so neither is lost. Checks for a new version at the start, every hour, and whenever the page becomes visible.
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
      // Without a waiting worker only the page is outdated.
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
    // The update was accepted in another tab: this one may have unsaved work, so it asks, and reloads by itself once hidden.
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

/** Calls `apply` under the exclusive edit lock, once nobody edits or signs in any tab and this one sends nothing. */
async function applyWhenQuiet(apply: () => void): Promise<void> {
  if (!(await isEditLockFree()) || isSending()) showNotice({ id: 'update', message: WORDS.waiting, tone: 'info' });
  let isDone = false;
  while (!isDone) {
    await whenSent();
    isDone = await navigator.locks.request(EDIT_LOCK, () => {
      if (isSending()) return false;
      apply();
      return true;
    });
  }
}

/** Reloads a hidden page only when online: offline a reload would ask for the password again. */
async function reloadOutOfSight(): Promise<void> {
  await navigator.locks.request(EDIT_LOCK, { ifAvailable: true }, (lock) => {
    const mayReload = lock !== null && document.visibilityState === 'hidden' && isOnline() && !isSending();
    if (mayReload) location.reload();
  });
}

function reload(): void {
  location.reload();
}

function isSending(): boolean {
  return currentQueueStatus().sync.kind === 'sending';
}

function whenSent(): Promise<void> {
  return new Promise((resolve) => {
    if (!isSending()) {
      resolve();
      return;
    }
    const stop = subscribeOffline(() => {
      if (isSending()) return;
      stop();
      resolve();
    });
  });
}

/** Calls the listener when the server refuses calls of this build as too old: those of a screen, or those that wait to be sent. */
function watchForTooOld(tell: () => void): void {
  onTooOld(tell);
  let before = currentQueueStatus().sync.kind;
  subscribeOffline(() => {
    const now = currentQueueStatus().sync.kind;
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
