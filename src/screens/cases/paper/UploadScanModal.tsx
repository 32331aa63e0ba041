import { FILE_MOST, SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUploadScan } from '#src/queries/paper.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Button } from '@mantine/core';
import styles from '../cases.module.css';
import { answerProblems } from './paper-words.ts';
import { DialogError } from '../DialogError.tsx';
import { smallerPicture } from './smaller-picture.ts';

type Props = { readonly consent: Consent; readonly onClose: () => void; readonly onUploaded: (sha256: string) => void };

const TOO_LARGE = 'The pages together are larger than 10 MB. Scan them in black and white, or with fewer dots per inch.';

/** Takes the pages of a form on paper, one PDF or a picture of each page, and uploads them. */
export function UploadScanModal({ consent: { consentID }, onClose, onUploaded }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const upload = useUploadScan();
  const add = (chosen: readonly File[]) => {
    setProblem(null);
    const all = [...files, ...chosen];
    setFiles(all.slice(0, SCAN_PAGES_MOST));
    if (all.length > SCAN_PAGES_MOST) setProblem(`A scan has at most ${SCAN_PAGES_MOST} pages: the others were left out.`);
  };
  const send = async () => {
    setProblem(null);
    setBusy(true);
    try {
      const pages = [];
      // One at a time: a tablet has little memory.
      for (const file of files) pages.push(await smallerPicture(file, files.length));
      if (pages.reduce((sum, { size }) => sum + size, 0) > FILE_MOST) return setProblem(TOO_LARGE);
      const { message, data } = await upload.mutateAsync({ body: { consentID, files: pages }, key: '' });
      noticeSuccess(message);
      onUploaded(data.sha256);
    } catch (failure) {
      setProblem(
        answerProblems(failure)
          .map((each) => each.message)
          .join(' '),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmModal
      opened
      title="Upload the signed form"
      okLabel="Upload"
      busy={isBusy}
      okDisabled={files.length === 0}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>
          All pages belong together: one PDF, or a picture of each page. The code at the foot of each page must be in the picture.
        </p>
        <FileDrop
          id="scan-files"
          label={files.length === 0 ? 'Choose a file, or take a picture' : 'Add a page'}
          hint="PDF, JPEG or PNG, up to 10 MB together"
          accept="application/pdf,image/jpeg,image/png"
          isMany
          onFiles={add}
        />
        {files.length > 0 && (
          <ul className={styles.plain} aria-label="Chosen files">
            {files.map((file, at) => (
              <li key={`${at} ${file.name}`} className={styles.version}>
                <span>{file.name}</span>
                <Button
                  size="sm"
                  variant="subtle"
                  disabled={isBusy}
                  onClick={() => setFiles(files.filter((each) => each !== file))}
                >
                  Take away<span className="visually-hidden"> {file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isBusy && <p role="status">The pages are sent and read. This may take half a minute.</p>}
        <DialogError words={problem} />
      </div>
    </ConfirmModal>
  );
}
