import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { currentQueueStatus } from '#src/offline/queue-status.ts';
import { onResponse, type ResponseOrigin } from '#src/offline/network-quality.ts';
import { ping, type PingResult } from '#src/session/ping.ts';
import { onlineManager } from '@tanstack/react-query';

/** Interval of pings while the page is visible and the server is not reached, ms [choice]. */
const PING_INTERVAL = 15_000;

let reachability: PingResult = 'here';
let isAsking = false;
const listeners = new Set<() => void>();

/** True while the server counts as reachable: the browser has a network, and no ping over it has failed. */
export function isOnline(): boolean {
  return navigator.onLine && reachability === 'here';
}

/** True while something that wants a sign-in of its own answers in the server's place. */
export function isPortal(): boolean {
  return navigator.onLine && (reachability === 'portal' || currentQueueStatus().sync.kind === 'portal');
}

/** Calls the listener after each change of the reachability. @returns how to stop */
export function subscribeReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
  const hear = (sign: ResponseOrigin) => {
    if (sign === 'ours') setReachability('here');
    else doubt();
  };
  const look = () => {
    if (document.visibilityState === 'visible' && reachability !== 'here') doubt();
  };
  const back = () => {
    notifyListeners();
    doubt();
  };
  let sending = currentQueueStatus().sync.kind;
  const watchQueue = () => {
    const now = currentQueueStatus().sync.kind;
    if (now === sending) return;
    sending = now;
    if (now === 'unreachable' || now === 'portal') doubt();
    notifyListeners();
  };
  const timer = setInterval(look, PING_INTERVAL);
  const stops = [onResponse(hear), subscribeOffline(watchQueue)];
  addEventListener('online', back);
  addEventListener('offline', notifyListeners);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    removeEventListener('online', back);
    removeEventListener('offline', notifyListeners);
    document.removeEventListener('visibilitychange', look);
  };
}

async function pingServer(): Promise<void> {
  if (isAsking || !navigator.onLine) return;
  isAsking = true;
  try {
    const found = await ping();
    // Without any network the browser itself reports it.
    if (navigator.onLine) setReachability(found);
  } finally {
    isAsking = false;
  }
}

function setReachability(next: PingResult): void {
  if (next === reachability) return;
  const wasAway = reachability !== 'here';
  reachability = next;
  notifyListeners();
  if (wasAway && next === 'here') currentOfflineSession()?.wake('online');
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
