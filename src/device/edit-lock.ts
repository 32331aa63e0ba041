import { MINUTE } from '#domain/base/limits.ts';

/**
 * Name of the lock that a tab holds, shared with others, while somebody edits or signs in it: no update may replace the app then.
 */
export const EDIT_LOCK = 'busy';

/** Longest time the lock is held without renewal, ms. */
const MAX_HOLD = 15 * MINUTE;

/**
 * Takes the shared lock for this tab, until the returned function is called or 15 minutes have passed. Without https there are no locks,
 * and no worker whose update they would hold up.
 */
export function holdEditLock(): () => void {
  let free = () => {};
  const done = new Promise<void>((resolve) => {
    free = resolve;
  });
  const timer = setTimeout(free, MAX_HOLD);
  void navigator.locks?.request(EDIT_LOCK, { mode: 'shared' }, () => done);
  return () => {
    clearTimeout(timer);
    free();
  };
}

/** Resolves once nobody edits or signs in any tab of this browser. */
export async function whenEditLockFree(): Promise<void> {
  await navigator.locks?.request(EDIT_LOCK, () => undefined);
}

/** True when nobody edits or signs in any tab just now. */
export async function isEditLockFree(): Promise<boolean> {
  return (await navigator.locks?.request(EDIT_LOCK, { ifAvailable: true }, (lock) => lock !== null)) ?? true;
}
