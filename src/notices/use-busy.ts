import { beBusy } from '#src/held/busy.ts';
import { useEffect } from 'react';

/** Held anew this often, ms: what is typed and not saved holds up an update for as long as it stands there. */
const AGAIN = 600_000;

/** Marks this tab as busy while something in it is typed and not saved: no update replaces the app then. */
export function useBusyWhile(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    let free = beBusy();
    const timer = setInterval(() => {
      const before = free;
      free = beBusy();
      before();
    }, AGAIN);
    return () => {
      clearInterval(timer);
      free();
    };
  }, [isBusy]);
}
