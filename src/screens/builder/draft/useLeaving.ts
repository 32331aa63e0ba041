import { useEditLock } from '#src/notices/use-edit-lock.ts';
import { useBlocker } from '@tanstack/react-router';
import { isDirty, isWorthSaving, type Saver } from './saver.ts';

/** A blocked navigation that waits for the person's answer. */
export type Leaving = { readonly leave: () => void; readonly stay: () => void };

/**
 * Saves before this screen is left. The person is asked only when saving is not possible; null while nobody has to be. Closing
 * the tab with unsaved changes asks with the browser's own dialog.
 */
export function useLeaving(saver: Saver): Leaving | null {
  const hasUnsaved = () => hasUnsavedIn(saver);
  useEditLock(hasUnsaved());
  const blocker = useBlocker({
    // The first save of a new draft changes only the address's search, not the screen.
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      // The back button does not blur the field: a line still in its input is added now.
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
  return isWorthSaving(saver.state()) && isDirty(saver.state());
}
