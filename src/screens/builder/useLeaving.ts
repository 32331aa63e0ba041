import { useBusyWhile } from '#src/notices/use-busy.ts';
import { useBlocker } from '@tanstack/react-router';
import { isDirty, isWorthSaving, type Saver } from './saver.ts';

/** A wish to leave that waits for an answer. */
export type Leaving = { readonly leave: () => void; readonly stay: () => void };

/**
 * Saves before this screen is left. Only when that is not possible is the person asked; null while nobody has to be.
 * Closing the tab with something unsaved asks in the browser's own words.
 */
export function useLeaving(saver: Saver): Leaving | null {
  const hasUnsaved = () => hasUnsavedIn(saver);
  useBusyWhile(hasUnsaved());
  const blocker = useBlocker({
    // The first save of a new draft changes only the address's search, not the screen.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      // The back button takes no focus: a line that still stands in its field is added now.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (!hasUnsaved()) return false;
      return !(await saver.save());
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  return blocker.status === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : null;
}

function hasUnsavedIn(saver: Saver): boolean {
  return isWorthSaving(saver.held()) && isDirty(saver.held());
}
