import { localDate } from '#domain/plain-date.ts';
import { serverNow } from '#src/session/clock.ts';
import { useSyncExternalStore } from 'react';
import { useProduct } from './reference.ts';

/** Today in the organisation's time zone by the server's clock, as a plain date; another one from midnight on. */
export function useToday(): string {
  const { timeZone } = useProduct();
  return useByTheClock(() => localDate(serverNow(), timeZone));
}

/** How often the clock is looked at, ms [choice]. */
const EVERY = 30_000;

/** What `read` makes of the present time, kept true while a screen shows it. Nothing is drawn anew while it says the same. */
export function useByTheClock<T extends string | null>(read: () => T): T {
  return useSyncExternalStore(watchClock, read);
}

function watchClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, EVERY);
  // A tablet that slept over midnight has counted nothing meanwhile.
  document.addEventListener('visibilitychange', onTick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onTick);
  };
}
