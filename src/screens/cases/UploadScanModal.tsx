import { useState } from 'react';
import type { Consent } from '#contract/record-shapes.ts';
import { SCAN_PAGES_MOST } from '#domain/limits.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useUploadScan } from '#src/queries/paper.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { FileDrop } from '#src/ui/FileDrop.tsx';
import { Button } from '@mantine/core';
import { NEEDS_NETWORK, needsNetwork } from './act-words.ts';
import styles from './cases.module.css';
import { Problem } from './Problem.tsx';
import { smallerPicture } from './smaller-picture.ts';

type Props = { readonly consent: Consent; readonly onClose: () => void; readonly onUploaded: () => void };

/** Takes the pages of a form on paper, one PDF or a picture of each page, and uploads them. */
export function UploadScanModal({ consent: { consentID }, onClose, onUploaded }: Props) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const upload = useUploadScan();
  const add = (chosen: readonly File[]) => {
    setProblem(null);
    setFiles((before) => [...before, ...chosen].slice(0, SCAN_PAGES_MOST));
  };
  const send = async () => {
    setProblem(null);
    setBusy(true);
    try {
      const pages = [];
      // One at a time: a tablet has little memory.
      for (const file of files) pages.push(await smallerPicture(file));
      const { message } = await upload.mutateAsync({ body: { consentID, files: pages }, key: '' });
      noticeSuccess(message);
      onUploaded();
    } catch (failure) {
      setProblem(
        needsNetwork(failure)
          ? NEEDS_NETWORK
          : failureProblems(failure)
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
        <Problem words={problem} />
      </div>
    </ConfirmModal>
  );
}
