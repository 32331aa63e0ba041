import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { useSyncExternalStore } from 'react';

/**
 * Screen that replaces the whole app until it is dealt with. `lost`: this browser's storage is not the earlier one, and this many
 * items may be lost (null: unknown). `blocked`: an older build in another tab keeps the database from opening.
 */
export type BlockingScreenState =
  | { readonly kind: 'lost'; readonly items: number | null; readonly onRead: () => void }
  | { readonly kind: 'blocked' };

let currentScreen: readonly BlockingScreenState[] = [];
const listeners = new Set<() => void>();

/** The blocking screen to show now, or null. */
export function useBlocking(): BlockingScreenState | null {
  return useSyncExternalStore(subscribe, () => currentScreen[0] ?? null);
}

/** Asks to close the other tabs of this app, until the database has opened. */
export function showBlocked(): void {
  put({ kind: 'blocked' });
  const stop = subscribeOffline(() => {
    if (currentOfflineSession() === null) return;
    stop();
    take('blocked');
  });
}

/** Shows how many items may be lost, until the person confirms having read it. */
export function showDataLoss(items: number | null, onRead: () => void): void {
  put({
    kind: 'lost',
    items,
    onRead: () => {
      take('lost');
      onRead();
    },
  });
}

function put(next: BlockingScreenState): void {
  change([...currentScreen.filter(({ kind }) => kind !== next.kind), next]);
}

function take(kind: BlockingScreenState['kind']): void {
  change(currentScreen.filter((each) => each.kind !== kind));
}

function change(next: readonly BlockingScreenState[]): void {
  currentScreen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
