import { useEffect } from 'react';
import type { Saver } from './saver.ts';
import { isDirty, isWorthSaving, type Held } from './saver.ts';

/** How long the hands must rest before what was typed is saved, ms [choice]. */
export const AUTOSAVE_AFTER = 1500;
/** How long to wait before a save that got no answer is tried again, ms [choice]. */
export const RETRY_AFTER = 10_000;

/** How long until this draft saves itself, ms; null when nothing is to be saved, or a person has to decide first. */
export function autosaveIn(held: Held): number | null {
  const { state } = held;
  if (state.kind === 'conflict' || state.kind === 'saving') return null;
  if (!isWorthSaving(held) || !isDirty(held)) return null;
  if (state.kind !== 'failed') return AUTOSAVE_AFTER;
  return state.again ? RETRY_AFTER : null;
}

/** Saves by itself: soon after the last keystroke, when the page is hidden, and when the network is back. */
export function useAutosave(saver: Saver, held: Held): void {
  // Every change of draft or state starts the wait afresh.
  useEffect(() => {
    const wait = autosaveIn(held);
    if (wait === null) return undefined;
    const timer = setTimeout(() => void saver.save(), wait);
    return () => clearTimeout(timer);
  }, [saver, held]);
  useEffect(() => {
    const saveNow = () => {
      if (autosaveIn(saver.held()) !== null) void saver.save();
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('online', saveNow);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('online', saveNow);
    };
  }, [saver]);
}
