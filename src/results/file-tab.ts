import { MINUTE } from '#domain/base/limits.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { currentOverlay, onSessionEnd, subscribe } from '#src/session/session.ts';

/** The time for which an opened file stays readable to its tab, ms [choice]. */
const KEPT = 10 * MINUTE;

/** The tabs that show a document, or will: they are closed with the session. */
const opened = new Map<Window, string | null>();

// A tablet that is locked, in a handover or signed out shows no document in another tab.
onSessionEnd(closeOpened);
subscribe(() => {
  if (currentOverlay() !== null) closeOpened();
});
addEventListener('pagehide', closeOpened);

/**
 * Opens a tab that will show a file once it has loaded. Where the browser allows no tab, the file is downloaded instead. At the
 * end of the session the tab is closed, and a file that arrives later is not shown.
 *
 * @param name - the file's name for the download
 */
export function openInTab(name: string): { show: (blob: Blob) => void; close: () => void } {
  const tab = open('', '_blank');
  if (tab !== null) opened.set(tab, null);
  return {
    show(blob) {
      if (tab !== null && !opened.has(tab)) return;
      if (tab === null || tab.closed) {
        saveFile(blob, name);
        return;
      }
      const url = URL.createObjectURL(blob);
      opened.set(tab, url);
      tab.location.replace(url);
      setTimeout(() => URL.revokeObjectURL(url), KEPT);
    },
    close: () => tab?.close(),
  };
}

function closeOpened(): void {
  for (const [tab, url] of opened) {
    tab.close();
    if (url !== null) URL.revokeObjectURL(url);
  }
  opened.clear();
}
