/** How long an opened file stays readable to the tab that shows it, ms [choice]. */
const KEPT = 10 * 60_000;

/** Gives a file to the person's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * Opens a tab that will show a file once it has come. Where the browser allows no tab, the file is downloaded instead.
 *
 * @param name - the file's name for the download
 */
export function openInTab(name: string): { show: (blob: Blob) => void; close: () => void } {
  const tab = open('', '_blank');
  return {
    show(blob) {
      if (tab === null || tab.closed) {
        saveFile(blob, name);
        return;
      }
      const url = URL.createObjectURL(blob);
      tab.location.replace(url);
      setTimeout(() => URL.revokeObjectURL(url), KEPT);
    },
    close: () => tab?.close(),
  };
}
