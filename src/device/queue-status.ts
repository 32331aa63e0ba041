import type { SyncState } from '#store/sync/loop-table.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The outbox of this person as a screen shows it. `isKnown` is false until it was first counted. */
export type QueueStatus = {
  /** ops that are not with the server yet */
  readonly unsent: number;
  /** ops that wait for a person */
  readonly blocked: number;
  readonly sync: SyncState;
  readonly isKnown: boolean;
};

const EMPTY: QueueStatus = { unsent: 0, blocked: 0, sync: { kind: 'quiet' }, isKnown: false };

const queueStatus = createStore<QueueStatus>(() => EMPTY);

export function currentQueueStatus(): QueueStatus {
  return queueStatus.getState();
}

export function useQueueStatus(): QueueStatus {
  return useStore(queueStatus);
}

export function updateQueueStatus(change: Partial<QueueStatus>): void {
  queueStatus.setState(change);
}

/** Sets the status back to "not counted yet". @param unsent - a number that the tablet has stored of the vault that opens next */
export function resetQueueStatus(unsent = 0): void {
  queueStatus.setState({ ...EMPTY, unsent });
}

/** Calls the listener after each change. @returns how to stop */
export function subscribeQueueStatus(listener: () => void): () => void {
  return queueStatus.subscribe(listener);
}
