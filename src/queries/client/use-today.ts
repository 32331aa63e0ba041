import { localDate } from '#domain/values/plain-date.ts';
import { serverNow } from '#src/device/clock.ts';
import { useSyncExternalStore } from 'react';
import { useProduct } from '#src/queries/reference.ts';

/** Today in the organisation's time zone by the server's clock, as a plain date; updated at midnight. */
export function useToday(): string {
  const { timeZone } = useProduct();
  return useClockValue(() => localDate(serverNow(), timeZone));
}

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
