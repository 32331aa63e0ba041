import { useSyncExternalStore } from 'react';

/** Interval of the clock checks, ms [choice]. */
const CLOCK_INTERVAL = 30_000;

/**
 * Value that `read` derives from the present time, kept up to date while a screen shows it. An unchanged value causes no
 * rerender.
 */
export function useClockValue<T extends string | null>(read: () => T): T {
  return useSyncExternalStore(watchClock, read);
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, CLOCK_INTERVAL);
  // A tablet that slept over midnight ran no timer meanwhile.
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onTick);
  };
}
