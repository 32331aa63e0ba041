/** The lock that a tab holds, shared with others, while somebody edits or signs in it: nothing may replace the app then. */
export const BUSY_LOCK = 'busy';

/** Longest that a signature holds up what waits for it, ms. */
const LONGEST = 15 * 60_000;

/** Marks this tab as busy until the answer is called, or 15 minutes have passed. */
export function beBusy(): () => void {
  let free = () => {};
  const done = new Promise<void>((resolve) => {
    free = resolve;
  });
  const timer = setTimeout(free, LONGEST);
  void navigator.locks.request(BUSY_LOCK, { mode: 'shared' }, () => done);
  return () => {
    clearTimeout(timer);
    free();
  };
}

/** Resolves once nobody edits or signs in any tab of this browser. */
export async function whenQuiet(): Promise<void> {
  await navigator.locks.request(BUSY_LOCK, () => undefined);
}

/** Whether nobody edits or signs in any tab just now. */
export async function isQuiet(): Promise<boolean> {
  return navigator.locks.request(BUSY_LOCK, { ifAvailable: true }, (lock) => lock !== null);
}
