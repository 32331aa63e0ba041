const lockName = (handoverId: string) => `assent.visit.${handoverId}`;

/** How long a page waits for the one before it to end, ms: a reload releases its lock at once. */
const LOCK_TIMEOUT = 1000;

/**
 * Takes the visit of a handover for this tab, until the tab ends.
 *
 * @returns false while another tab has it open, as where this one was duplicated
 */
export function holdVisitLock(handoverId: string): Promise<boolean> {
  // A browser without locks has one tab at most: an app on a home screen.
  if (navigator.locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => {});
    };
    navigator.locks
      .request(lockName(handoverId), { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, hold)
      .catch(() => resolve(false));
  });
}

/** Whether a tab of this browser has the visit of a handover open. */
export async function isVisitOpen(handoverId: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockName(handoverId));
}
