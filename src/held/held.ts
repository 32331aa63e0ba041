import type { SearchCards } from '#store/search-cards.ts';
import type { Store } from '#store/store.ts';
import type { SendingState, Wake } from '#store/replay/loop.ts';
import { useSyncExternalStore } from 'react';

/** What this tab holds open of one person's work on this tablet: the store, the patients in memory, and what sends. */
export type Held = {
  readonly userId: string;
  readonly store: Store;
  readonly cards: SearchCards;
  /** Looks for what can be sent now, in whichever tab sends. */
  readonly wake: (why: Wake) => void;
  /** Fetches what has changed on the server, after a fetch that runs already, also in another tab; resolves when it is kept. */
  readonly pull: () => Promise<void>;
  readonly close: () => void;
};

/** The queue of this person as a screen shows it. `isKnown` is false until it was first counted. */
export type Queue = {
  readonly unsent: number;
  readonly stopped: number;
  readonly sending: SendingState;
  readonly isKnown: boolean;
};

const EMPTY: Queue = { unsent: 0, stopped: 0, sending: { kind: 'quiet' }, isKnown: false };

/** Where the opening of somebody's work stands that is not open: it goes on, it has failed for good, or nobody has asked for it. */
export type OpeningState = 'opening' | 'failed' | null;

let held: Held | null = null;
let opening: Promise<unknown> = Promise.resolve();
let openingState: OpeningState = null;
let queue = EMPTY;
const listeners = new Set<() => void>();

/** What is open, or null: before a sign-in, and where this browser keeps nothing. */
export function currentHeld(): Held | null {
  return held;
}

export function useHeld(): Held | null {
  return useSyncExternalStore(subscribeHeld, currentHeld);
}

/** What is open once an opening that is under way has ended, or null. */
export async function whenHeld(): Promise<Held | null> {
  await opening.catch(() => undefined);
  return held;
}

/** Runs an opening, so that {@link whenHeld} waits for it; one after the other. */
export function whileOpening<T>(open: () => Promise<T>): Promise<T> {
  const run = opening.catch(() => undefined).then(open);
  opening = run;
  return run;
}

/** Puts what was opened in the place of what was open before. */
export function hold(next: Held | null): void {
  if (held !== next) held?.close();
  // What the tablet has noted of somebody's work stands until that work is open, and counted.
  queue = held === null && next !== null ? { ...EMPTY, unsent: queue.unsent } : EMPTY;
  held = next;
  announce();
}

export function useOpeningState(): OpeningState {
  return useSyncExternalStore(subscribeHeld, () => openingState);
}

/** Says where an opening stands. Null: whose work it is has gone, and with them what was noted of it. */
export function tellOpening(next: OpeningState): void {
  if (openingState === next) return;
  openingState = next;
  if (next === null && held === null) queue = EMPTY;
  announce();
}

export function currentQueue(): Queue {
  return queue;
}

/** How many items wait, how many of them stand still until somebody looks at them, and what the sender is doing. */
export function useQueue(): Queue {
  return useSyncExternalStore(subscribeHeld, currentQueue);
}

export function tellQueue(change: Partial<Queue>): void {
  queue = { ...queue, ...change };
  announce();
}

/** Hears every change of what is open and of its queue. @returns how to stop */
export function subscribeHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
