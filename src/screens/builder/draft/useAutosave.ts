import { useEffect } from 'react';
import type { Saver } from './saver.ts';
import { isDirty, isWorthSaving, type SaverState } from './saver.ts';

/** The pause after the last keystroke before the draft is saved, ms [choice]. */
export const AUTOSAVE_AFTER = 1500;
/** The wait before a save without an answer is retried, ms [choice]. */
export const AUTOSAVE_RETRY_AFTER = 10_000;

/** The delay until this draft saves itself, ms; null when nothing is to be saved, or a person has to decide first. */
export function autosaveIn(saverState: SaverState): number | null {
  const { state } = saverState;
  if (state.kind === 'conflict' || state.kind === 'saving') return null;
  if (!isWorthSaving(saverState) || !isDirty(saverState)) return null;
  if (state.kind !== 'failed') return AUTOSAVE_AFTER;
  return state.again ? AUTOSAVE_RETRY_AFTER : null;
}

/** Saves automatically: soon after the last keystroke, when the page is hidden, and when the network is back. */
export function useAutosave(saver: Saver, saverState: SaverState): void {
  // Every change of draft or state restarts the wait.
  useEffect(() => {
    const wait = autosaveIn(saverState);
    if (wait === null) return undefined;
    const timer = setTimeout(() => void saver.save(), wait);
    return () => clearTimeout(timer);
  }, [saver, saverState]);
  useEffect(() => {
    const saveNow = () => {
      if (autosaveIn(saver.state()) !== null) void saver.save();
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
