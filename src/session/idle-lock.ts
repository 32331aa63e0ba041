import { MINUTE } from '#domain/base/limits.ts';
import { useEffect } from 'react';
import { currentOverlay, lockSession, useSession, useOverlay } from './session.ts';
import { storeLockTime } from './stored-session.ts';

/** Events that count as activity. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** Shortest time between two writes of the lock time, ms: a moving mouse fires sixty events a second. */
const LOCK_TIME_INTERVAL = 5000;

/**
 * Calls `lock` after `limit` ms without activity. On a tablet that slept through its timers, the first touch or key after
 * that is swallowed: it must not act on a screen that should have been hidden.
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
    if (last - written < LOCK_TIME_INTERVAL) return undefined;
    written = last;
    return storeLockTime(last + limit);
  };
  storeLockTime(last + limit);
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, onSign, { capture: true, passive: false });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, Math.min(limit / 4, 5000));
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    for (const sign of ACTIVITY_EVENTS) removeEventListener(sign, onSign, { capture: true });
  };
}

/**
 * Locks the screens of a person whose registration is finished after this time without activity.
 *
 * @param minutes - from the configuration; undefined while it is not known
 */
export function useIdleLock(minutes: number | undefined): void {
  const isActive = useSession()?.user.status === 'ACTIVE';
  const isVeiled = useOverlay() !== null;
  useEffect(() => {
    if (!isActive || isVeiled || minutes === undefined) return undefined;
    return watchIdle(minutes * MINUTE, () => {
      if (currentOverlay() === null) lockSession();
    });
  }, [isActive, isVeiled, minutes]);
}
