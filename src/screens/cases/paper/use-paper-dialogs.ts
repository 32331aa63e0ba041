import { useState } from 'react';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';

export type PaperDialogs = ReturnType<typeof usePaperDialogs>;

/** A dialog about one scan: another one may be uploaded meanwhile. */
type Opened = { readonly act: 'check' | 'discard'; readonly scan: UploadedScan };

/**
 * The dialogs about the paper of one form. After an upload the check of that scan opens by itself, once the case has it.
 *
 * @param scan - the latest, as the case has it
 */
export function usePaperDialogs(scan: UploadedScan | undefined, mayCheck: boolean) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [uploaded, setUploaded] = useState<string | null>(null);
  // The next step of whoever has just uploaded a scan. Held from then on: what is ticked is about this scan.
  const isNext = mayCheck && uploaded !== null && scan?.sha256 === uploaded;
  if (isNext && opened === null) setOpened({ act: 'check', scan });
  return {
    opened,
    open: setOpened,
    close: () => {
      setOpened(null);
      setUploaded(null);
    },
    isUploading,
    startUpload: () => setUploading(true),
    cancelUpload: () => setUploading(false),
    endUpload: (sha256: string) => {
      setUploading(false);
      setUploaded(sha256);
    },
  };
}
