import { currentOfflineSession, subscribeOffline } from '#src/offline/session.ts';
import { hideNotice, showNotice, type PersistentNotice } from './persistent-notices.ts';

/** Notices that are shown now: each further failure to open says them no second time. */
const shown = new Set<string>();

/** Shows a notice about a vault that is not open, once, until one opens after all. @param onOpen - called once then */
export function showUntilVaultOpens(notice: PersistentNotice, onOpen: () => void = () => undefined): void {
  const { id } = notice;
  if (shown.has(id)) return;
  shown.add(id);
  showNotice(notice);
  const stop = subscribeOffline(() => {
    if (currentOfflineSession() === null) return;
    stop();
    shown.delete(id);
    hideNotice(id);
    onOpen();
  });
}
