import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { ATTACHMENTS_MOST } from '#domain/referrals/referral.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { useAttach, useAttachment } from '#src/queries/referrals.ts';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { attachAll } from './attach-all.ts';
import { ACCEPTED_FILES, FILES_HINT, filesProblem } from './referral-form.ts';
import styles from './referrals.module.css';

type Props = { readonly recordID: string; readonly files: Referral['attachments']; readonly mayAdd: boolean };

/** The files of a referral; each is downloaded, never shown on this page. */
export function Attachments({ recordID, files, mayAdd }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const attach = useAttach();
  const load = useAttachment();
  const add = async (chosen: readonly File[]) => {
    const fault = filesProblem(files.length, chosen);
    setProblem(fault);
    if (fault !== null || attach.isPending) return;
    const missing = await attachAll(chosen, async (file) => {
      noticeSuccess((await attach.mutateAsync({ recordID, file })).message);
    });
    if (missing.length > 0) setProblem(missing.join(' '));
  };
  const download = async ({ id, name }: Props['files'][number]) => {
    try {
      saveFile(await load.mutateAsync(id), name);
    } catch (failure) {
      noticeFailure(failureWords(failure));
    }
  };
  return (
    <Panel title="Files">
      <div className={styles.stack}>
        {files.length === 0 && !mayAdd && <p>No files are attached.</p>}
        {files.length > 0 && (
          <ul className={styles.files} aria-label="Attached files">
            {files.map((file) => (
              <li key={file.id} className={styles.file}>
                <span className={styles.name}>
                  {file.name}
                  <span className={styles.small}>
                    {sizeWords(file.size)} · {file.by}
                  </span>
                </span>
                <Button size="sm" variant="subtle" disabled={load.isPending} onClick={() => void download(file)}>
                  Download<span className="visually-hidden"> {file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {mayAdd && files.length < ATTACHMENTS_MOST && (
          <FileDrop
            id="attach-files"
            label={files.length === 0 ? 'Attach files' : 'Attach another file'}
            hint={FILES_HINT}
            error={problem ?? undefined}
            accept={ACCEPTED_FILES}
            isMany
            onFiles={(chosen) => void add(chosen)}
          />
        )}
        {attach.isPending && <p role="status">The file is sent and checked.</p>}
      </div>
    </Panel>
  );
}

/** Bytes as people read them. */
function sizeWords(size: number): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1000))} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}
