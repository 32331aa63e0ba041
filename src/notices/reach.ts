import { currentHeld, currentQueue, subscribeHeld } from '#src/held/held.ts';
import { onAnswer, type Sign } from '#src/held/link.ts';
import { ping, type Reach } from '#src/queries/ping.ts';
import { onlineManager } from '@tanstack/react-query';

/** How often a network that does not lead to the server is tried again while the page is looked at, ms [choice]. */
const AGAIN = 15_000;

let reach: Reach = 'here';
let isAsking = false;
const listeners = new Set<() => void>();

/** Whether the server can be reached, as far as is known: the browser has a network, and no ping over it has failed. */
export function isOnline(): boolean {
  return navigator.onLine && reach === 'here';
}

/** Whether something that wants a sign-in of its own answers in the server's place. */
export function isPortal(): boolean {
  return navigator.onLine && (reach === 'portal' || currentQueue().sending.kind === 'portal');
}

/** Hears every change of what is reached. @returns how to stop */
export function subscribeReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Keeps what is known of the network true from now on: by the browser's events, by what comes of each call, and in doubt by a
 * ping. Queries go by it, and what waits to be sent is tried when the server is reached again.
 *
 * @returns how to stop
 */
export function watchReach(): () => void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(isOnline());
    follow();
    return subscribeReach(follow);
  });
  const doubt = () => void ask();
  const hear = (sign: Sign) => {
    if (sign === 'ours') learn('here');
    else doubt();
  };
  const look = () => {
    if (document.visibilityState === 'visible' && reach !== 'here') doubt();
  };
  const back = () => {
    announce();
    doubt();
  };
  let sending = currentQueue().sending.kind;
  const watchQueue = () => {
    const now = currentQueue().sending.kind;
    if (now === sending) return;
    sending = now;
    if (now === 'unreachable' || now === 'portal') doubt();
    announce();
  };
  const timer = setInterval(look, AGAIN);
  const stops = [onAnswer(hear), subscribeHeld(watchQueue)];
  addEventListener('online', back);
  addEventListener('offline', announce);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    removeEventListener('online', back);
    removeEventListener('offline', announce);
    document.removeEventListener('visibilitychange', look);
  };
}

async function ask(): Promise<void> {
  if (isAsking || !navigator.onLine) return;
  isAsking = true;
  try {
    const found = await ping();
    // Without a network at all the browser itself says so.
    if (navigator.onLine) learn(found);
  } finally {
    isAsking = false;
  }
}

function learn(next: Reach): void {
  if (next === reach) return;
  const wasAway = reach !== 'here';
  reach = next;
  announce();
  if (wasAway && next === 'here') currentHeld()?.wake('online');
}

function announce(): void {
  for (const listener of listeners) listener();
}
