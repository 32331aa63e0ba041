import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A notice that stays until it is dismissed, or until its ground is gone. */
export type PersistentNotice = {
  /** Identity of the notice: at most one per id is shown. */
  readonly id: string;
  readonly message: string;
  readonly tone: 'warn' | 'info' | 'stop';
  readonly action?: ReactNode;
};

/** `nth`: a notice that comes again is another one to a screen reader. */
type ShownNotice = PersistentNotice & { readonly nth: number };

/** Notices that nobody may miss, whatever else is shown: they say whether work is stored and sent at all. */
const MOST_IMPORTANT: readonly string[] = [
  'offline',
  'failing',
  'portal',
  'vault-sealed',
  'vault-failed',
  'storage-unavailable',
  'session-ended',
];

const RANK = { stop: 1, warn: 2, info: 3 } as const;

/** The notices, the most important first, and of the same rank the older. */
export const persistentNotices = createStore<readonly ShownNotice[]>(() => []);
let count = 0;

export function useNotices(): readonly ShownNotice[] {
  return useStore(persistentNotices);
}

/** Shows a notice that stays until it is dismissed or {@link hideNotice} removes it. A second call with its id replaces it. */
export function showNotice(notice: PersistentNotice): void {
  count += 1;
  const next = { ...notice, nth: count };
  const before = persistentNotices.getState();
  const isThere = before.some(({ id }) => id === notice.id);
  const all = isThere ? before.map((each) => (each.id === notice.id ? next : each)) : [...before, next];
  persistentNotices.setState(
    all.toSorted((one, other) => rankOf(one) - rankOf(other)),
    true,
  );
}

export function hideNotice(id: string): void {
  const before = persistentNotices.getState();
  if (before.some((each) => each.id === id))
    persistentNotices.setState(
      before.filter((each) => each.id !== id),
      true,
    );
}

function rankOf({ id, tone }: PersistentNotice): number {
  return MOST_IMPORTANT.includes(id) ? 0 : RANK[tone];
}
