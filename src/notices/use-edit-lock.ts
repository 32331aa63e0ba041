import { MINUTE } from '#domain/base/limits.ts';
import { holdEditLock } from '#src/device/edit-lock.ts';
import { useEffect } from 'react';

/** Interval at which the lock is renewed, ms: unsaved words hold up an update for as long as they are on screen. */
const AGAIN = 10 * MINUTE;

/** Holds the edit lock until the function that it returns is called: no update replaces the app until then. */
export function keepEditLock(): () => void {
  let free = holdEditLock();
  const timer = setInterval(() => {
    const before = free;
    free = holdEditLock();
    before();
  }, AGAIN);
  return () => {
    clearInterval(timer);
    free();
  };
}

/** Takes the edit lock while this tab has unsaved words: no update replaces the app then. */
export function useEditLock(isBusy: boolean): void {
  useEffect(() => (isBusy ? keepEditLock() : undefined), [isBusy]);
}
