import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LocalContext } from './local/context.ts';
import type { LocalData } from './local/local-data.ts';
import type { UnsentOfPatient } from './last-unsent.ts';
import { currentQueueStatus, resetQueueStatus, subscribeQueueStatus } from '#src/device/queue-status.ts';
import { createSerialRunner } from '#src/device/serial-runner.ts';

/**
 * One person's open vault in this tab: the store, the patients in memory, the sender of the outbox, and the local reads and
 * writes.
 */
export type OfflineSession = LocalContext & {
  readonly local: LocalData;
  /** the unsent items as this tab last read them, also after the browser has cleared the database */
  readonly lastUnsent: () => UnsentOfPatient[];
  /** False once the browser has cleared this vault under the open tab. */
  readonly isStored: () => Promise<boolean>;
  readonly close: () => void;
};

/** Progress of an opening whose vault is not open: under way, failed for good, or not asked for. */
export type OpeningState = 'opening' | 'failed' | null;

type State = { readonly session: OfflineSession | null; readonly opening: OpeningState };

const state = createStore<State>(() => ({ session: null, opening: null }));
const openings = createSerialRunner();

/** The open vault; null before a sign-in, and where this browser stores nothing. */
export function currentOfflineSession(): OfflineSession | null {
  return state.getState().session;
}

export function useOfflineSession(): OfflineSession | null {
  return useStore(state, ({ session }) => session);
}

/** The open vault once an opening that is under way has ended, or null. */
export async function whenOfflineReady(): Promise<OfflineSession | null> {
  await openings.settled();
  return currentOfflineSession();
}

/** Runs an opening, so that {@link whenOfflineReady} waits for it; openings run one after another. */
export function whileOpening<T>(open: () => Promise<T>): Promise<T> {
  return openings.run(open);
}

/** Replaces the open vault and closes the one before. */
export function setOfflineSession(next: OfflineSession | null): void {
  const before = currentOfflineSession();
  if (before !== next) before?.close();
  // The stored count of a vault that opens is shown until its ops are counted.
  const unsent = before === null && next !== null ? currentQueueStatus().unsent : 0;
  state.setState({ session: next });
  resetQueueStatus(unsent);
}

export function useOpeningState(): OpeningState {
  return useStore(state, ({ opening }) => opening);
}

/**
 * Sets the progress of an opening. Null: the person whose vault was to be opened has gone, and the stored count of their outbox
 * is cleared.
 */
export function setOpeningState(opening: OpeningState): void {
  if (state.getState().opening === opening) return;
  if (opening === null && currentOfflineSession() === null) resetQueueStatus();
  state.setState({ opening });
}

/** Calls the listener after each change of the open vault, its opening and its outbox. @returns how to stop */
export function subscribeOffline(listener: () => void): () => void {
  const stops = [state.subscribe(listener), subscribeQueueStatus(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
