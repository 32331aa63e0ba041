import type { UnsentOfPatient } from '#src/offline/last-unsent.ts';
import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * `items`: number of unsent items that may be lost, null when unknown; `owner`: the person whose vault was open, and the patients of
 * that person's items, as far as this tab knows.
 */
type DataLoss = { readonly items: number | null; readonly owner: LossOwner | null };
export type LossOwner = { readonly userId: string; readonly patients: readonly UnsentOfPatient[] };

/**
 * Screen that replaces the whole app until it is dealt with. `lost`: this browser's storage is not the earlier one, and this many
 * items may be lost. `blocked`: an older build in another tab keeps the database from opening.
 */
export type BlockingScreenState =
  | ({ readonly kind: 'lost'; readonly onRead: () => void } & DataLoss)
  | { readonly kind: 'blocked' };

type State = { readonly screens: readonly BlockingScreenState[] };

const blocking = createStore<State>(() => ({ screens: [] }));

/** The blocking screen to show now, or null. */
export function useBlocking(): BlockingScreenState | null {
  return useStore(blocking, ({ screens }) => screens[0] ?? null);
}

/** Asks to close the other tabs of this app, until the database has opened. */
export function showBlocked(): void {
  putScreen({ kind: 'blocked' });
  const stop = subscribeOffline(() => {
    if (currentOfflineSession() === null) return;
    stop();
    removeScreen('blocked');
  });
}

/** Shows how many items may be lost, and whose they are, until the person confirms having read it. */
export function showDataLoss(loss: DataLoss, onRead: () => void): void {
  putScreen({
    kind: 'lost',
    ...loss,
    onRead: () => {
      removeScreen('lost');
      onRead();
    },
  });
}

function putScreen(next: BlockingScreenState): void {
  blocking.setState(({ screens }) => ({ screens: [...screens.filter(({ kind }) => kind !== next.kind), next] }));
}

function removeScreen(kind: BlockingScreenState['kind']): void {
  blocking.setState(({ screens }) => ({ screens: screens.filter((each) => each.kind !== kind) }));
}
