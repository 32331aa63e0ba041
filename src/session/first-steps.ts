import type { Permission } from '#domain/accounts/roles.ts';
import { localItems } from '#src/device/web-storage.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Whose first steps somebody takes, by what they may do; null for somebody who only reads, and has none. */
export function firstStepsKind(held: readonly Permission[]): 'administrator' | 'clinician' | 'referrer' | null {
  if (held.includes('organisation.manage')) return 'administrator';
  if (held.includes('consents.send')) return 'clinician';
  return held.includes('referrals.write') ? 'referrer' : null;
}

/** Whether a person's first steps are still to be offered, are open at a step, or were done or skipped. */
export type FirstStepsState = { readonly kind: 'offered' | 'ended' } | { readonly kind: 'open'; readonly step: number };

/** localStorage key: of each person's id on this device, that the first steps have ended. Nothing else is stored of them. */
export const FIRST_STEPS_KEY = 'assent.first-steps';

/** Ids on one device at most [choice]: a ward's tablet has many people, and the oldest may be offered the steps again. */
const REMEMBERED_PEOPLE_MOST = 100;

const open = createStore<{ readonly userId: string | null; readonly step: number }>(() => ({ userId: null, step: 0 }));
const ended = createStore<{ readonly ids: readonly string[] }>(() => ({ ids: parseEnded(localItems.getItem(FIRST_STEPS_KEY)) }));

/** The state of a person's first steps on this device, without a call. */
export function useFirstSteps(userId: string): FirstStepsState {
  const at = useStore(open);
  const { ids } = useStore(ended);
  if (at.userId === userId) return { kind: 'open', step: at.step };
  return { kind: ids.includes(userId) ? 'ended' : 'offered' };
}

/** Opens the first steps of a person, for the first time or again. */
export function openFirstSteps(userId: string, step = 0): void {
  open.setState({ userId, step });
}

/** Ends them, done or skipped: they are not offered again on this device. */
export function endFirstSteps(userId: string): void {
  open.setState({ userId: null, step: 0 });
  const ids = [userId, ...ended.getState().ids.filter((each) => each !== userId)].slice(0, REMEMBERED_PEOPLE_MOST);
  ended.setState({ ids });
  try {
    localItems.setItem(FIRST_STEPS_KEY, JSON.stringify(ids));
  } catch {
    // Storage may be full or refused; the state then lasts as long as the page.
  }
}

/** Parses what is stored; anything else than a list of ids is none. */
export function parseEnded(stored: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, REMEMBERED_PEOPLE_MOST) : [];
  } catch {
    return [];
  }
}
