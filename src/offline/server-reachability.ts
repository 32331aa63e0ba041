import { currentOfflineSession } from './session.ts';
import { currentQueueStatus, subscribeQueueStatus, type QueueStatus } from '#src/device/queue-status.ts';
import { isReached, lastPing, setLastPing, subscribeLastPing } from '#src/device/last-ping.ts';
import { onResponse, type ResponseOrigin } from '#src/device/network-quality.ts';
import { ping } from '#src/session/ping.ts';
import type { PingResult } from '#store/sync/send-context.ts';
import { onlineManager } from '@tanstack/react-query';

/** Interval of pings while the page is visible and the server is not reached, ms [choice]. */
const PING_INTERVAL = 15_000;

type SyncKind = QueueStatus['sync']['kind'];

/**
 * The server as this page knows it. `failing`: it is reached, and cannot work. `portal`: something that wants a sign-in of its own
 * answers in its place. `offline`: the browser has no network, or nothing answers.
 */
export type ServerReachability = 'here' | 'failing' | 'portal' | 'offline';

let isAsking = false;

/** True while the server counts as reachable: the browser has a network, and the last ping over it was answered. */
export function isOnline(): boolean {
  return isReached();
}

export function serverReachability(): ServerReachability {
  const found = lastPing();
  if (!navigator.onLine) return 'offline';
  if (found === 'portal' || currentQueueStatus().sync.kind === 'portal') return 'portal';
  return found === 'silent' ? 'offline' : found;
}

/** Calls the listener after each change of the reachability. @returns how to stop */
export function subscribeReachability(listener: () => void): () => void {
  // A function of its own, because an event target knows each listener once.
  const notify = () => listener();
  const stops = [subscribeLastPing(notify), onSyncChange(notify)];
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    for (const stop of stops) stop();
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/**
 * Keeps the reachability up to date: by the browser's events, by the response to each call, and in doubt by a ping. Queries
 * follow it, and the outbox retries when the server is reached again.
 *
 * @returns how to stop
 */
export function watchReachability(): () => void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(isOnline());
    follow();
    return subscribeReachability(follow);
  });
  const doubt = () => void pingServer();
  const onOrigin = (origin: ResponseOrigin) => {
    if (origin === 'ours') setPingResult('here');
    else doubt();
  };
  const check = () => {
    if (document.visibilityState === 'visible' && lastPing() !== 'here') doubt();
  };
  const onSync = (kind: SyncKind) => {
    if (kind === 'unreachable' || kind === 'portal') doubt();
  };
  const timer = setInterval(check, PING_INTERVAL);
  const stops = [onResponse(onOrigin), onSyncChange(onSync)];
  addEventListener('online', doubt);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    removeEventListener('online', doubt);
    document.removeEventListener('visibilitychange', check);
  };
}

async function pingServer(): Promise<void> {
  if (isAsking || !navigator.onLine) return;
  isAsking = true;
  try {
    const found = await ping();
    // Without any network the browser itself reports it.
    if (navigator.onLine) setPingResult(found);
  } finally {
    isAsking = false;
  }
}

function setPingResult(next: PingResult): void {
  if (next === lastPing()) return;
  setLastPing(next);
  if (next === 'here') currentOfflineSession()?.wake('online');
}

/** Calls the listener when the sender of the outbox enters another state. @returns how to stop */
function onSyncChange(listener: (kind: SyncKind) => void): () => void {
  let before = currentQueueStatus().sync.kind;
  return subscribeQueueStatus(() => {
    const { kind } = currentQueueStatus().sync;
    if (kind === before) return;
    before = kind;
    listener(kind);
  });
}
