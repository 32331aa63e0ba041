import { keepEditLock } from '#src/notices/use-edit-lock.ts';
import type { Import } from './import-machine.ts';
import { hasWork } from './import-state.ts';
import type { ImportLine } from './lines.ts';

/** Guards an import while a reload would lose its work, on every screen: the browser asks first, and no update reloads the page. */
export function guardWork<F extends string, L extends ImportLine<F>>(of: Import<F, L>): Import<F, L> {
  let free: (() => void) | null = null;
  of.store.subscribe((state) => {
    const isNeeded = hasWork(state, of.type);
    if (isNeeded === (free !== null)) return;
    free?.();
    free = isNeeded ? guard() : null;
  });
  return of;
}

/** The file is in memory alone: it names patients, so that the browser does not store it. */
function guard(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  const freeLock = keepEditLock();
  return () => {
    removeEventListener('beforeunload', ask);
    freeLock();
  };
}
