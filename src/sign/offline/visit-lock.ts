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

/** How long a tab that was killed may hold its lock after its end, ms [choice]: on a busy tablet the browser takes a moment to clear it. */
const RELEASE_TIMEOUT = 3000;

/** Whether a tab of this browser has the visit of a handover open: a lock that is released meanwhile was that of a tab that ended. */
export async function isVisitOpen(handoverId: string): Promise<boolean> {
  if (navigator.locks === undefined) return false;
  return navigator.locks
    .request(lockName(handoverId), { mode: 'shared', signal: AbortSignal.timeout(RELEASE_TIMEOUT) }, () => false)
    .catch(() => true);
}
