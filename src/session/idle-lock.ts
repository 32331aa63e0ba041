import { useEffect } from 'react';
import { currentVeil, lockSession, useSession, useVeil } from './session.ts';
import { keepLockTime } from './stored-session.ts';

/** What shows that somebody is there. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** How often the time of the lock is written, ms: a mouse that moves tells so sixty times a second. */
const WRITE_EVERY = 5000;

/**
 * Calls `lock` once nobody has shown a sign of being there for `limit` ms. The touch or key that comes after that, on a tablet
 * that slept through its timers, is swallowed: it must not act on a screen that should have been hidden.
 *
 * @returns how to stop
 */
export function watchIdle(limit: number, lock: () => void): () => void {
  let last = Date.now();
  let written = 0;
  const isDue = () => Date.now() - last >= limit;
  const look = () => {
    if (isDue()) lock();
  };
  const onSign = (event: Event) => {
    if (isDue()) {
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
      return lock();
    }
    last = Date.now();
    if (last - written < WRITE_EVERY) return undefined;
    written = last;
    return keepLockTime(last + limit);
  };
  keepLockTime(last + limit);
  for (const sign of SIGNS) addEventListener(sign, onSign, { capture: true, passive: false });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, Math.min(limit / 4, 5000));
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    for (const sign of SIGNS) removeEventListener(sign, onSign, { capture: true });
  };
}

/**
 * Locks the screens of a person whose registration is finished after so long without a sign of them.
 *
 * @param minutes - of the configuration; undefined while it is not known
 */
export function useIdleLock(minutes: number | undefined): void {
  const isActive = useSession()?.user.status === 'ACTIVE';
  const isVeiled = useVeil() !== null;
  useEffect(() => {
    if (!isActive || isVeiled || minutes === undefined) return undefined;
    return watchIdle(minutes * 60_000, () => {
      if (currentVeil() === null) lockSession();
    });
  }, [isActive, isVeiled, minutes]);
}
