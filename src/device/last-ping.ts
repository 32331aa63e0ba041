import { FALLBACK_TIMEOUT, UNREACHED_TIMEOUT } from './timeouts.ts';
import type { PingResult } from '#store/sync/send-context.ts';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly result: PingResult }>(() => ({ result: 'here' }));

/** Result of the last ping, or of a later response: the page's one opinion about the network. */
export function lastPing(): PingResult {
  return store.getState().result;
}

export function setLastPing(result: PingResult): void {
  if (result !== lastPing()) store.setState({ result });
}

/** Calls the listener after each change of the result. @returns how to stop */
export function subscribeLastPing(listener: () => void): () => void {
  return store.subscribe(listener);
}

/** True while the browser has a network, and the last ping over it was answered. */
export function isReached(): boolean {
  return navigator.onLine && lastPing() === 'here';
}

/**
 * Time limit of the server's answer when this tablet can go on without it, ms: short while the server is known to be out of reach, so
 * that nobody waits anew on every screen.
 */
export function fallbackTimeout(): number {
  return isReached() ? FALLBACK_TIMEOUT : UNREACHED_TIMEOUT;
}

/** A signal that follows another one, and aborts when a ping finds nothing at the other end. */
export function untilSilent(signal: AbortSignal | undefined): { readonly signal: AbortSignal; readonly release: () => void } {
  const cut = new AbortController();
  const follow = () => cut.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow);
  const stop = subscribeLastPing(() => lastPing() === 'silent' && cut.abort());
  return {
    signal: cut.signal,
    release: () => {
      stop();
      signal?.removeEventListener('abort', follow);
    },
  };
}
