import { currentHeld, subscribeHeld } from '#src/held/held.ts';
import { useSyncExternalStore } from 'react';

/**
 * What stands over the whole app until it is dealt with. `lost`: this browser's storage is not the one that was here before, and so
 * many items may be lost (null: nobody knows how many). `blocked`: an older build in another tab keeps the store from opening.
 */
export type Blocking =
  | { readonly kind: 'lost'; readonly items: number | null; readonly onRead: () => void }
  | { readonly kind: 'blocked' };

let standing: readonly Blocking[] = [];
const listeners = new Set<() => void>();

/** What stands over the app now, or null. */
export function useBlocking(): Blocking | null {
  return useSyncExternalStore(subscribe, () => standing[0] ?? null);
}

/** Says that the other tabs of this app have to be closed, until the store has opened. */
export function showBlocked(): void {
  put({ kind: 'blocked' });
  const stop = subscribeHeld(() => {
    if (currentHeld() === null) return;
    stop();
    take('blocked');
  });
}

/** Says how many items may be lost, until somebody has read it. */
export function showLost(items: number | null, onRead: () => void): void {
  put({
    kind: 'lost',
    items,
    onRead: () => {
      take('lost');
      onRead();
    },
  });
}

function put(next: Blocking): void {
  change([...standing.filter(({ kind }) => kind !== next.kind), next]);
}

function take(kind: Blocking['kind']): void {
  change(standing.filter((each) => each.kind !== kind));
}

function change(next: readonly Blocking[]): void {
  standing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
