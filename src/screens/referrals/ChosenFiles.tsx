import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { Button } from '@mantine/core';
import { ACCEPTED_FILES, FILES_HINT, filesProblem } from './referral-form.ts';
import styles from './referrals.module.css';

type Props = {
  readonly files: readonly File[];
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onChange: (files: readonly File[], problem: string | null) => void;
};

/** Files that are attached once the referral is sent or saved. */
export function ChosenFiles({ files, problem, isBusy, onChange }: Props) {
  const add = (chosen: readonly File[]) => {
    const fault = filesProblem(files.length, chosen);
    onChange(fault === null ? [...files, ...chosen] : files, fault);
  };
  return (
    <div className={styles.stack}>
      <FileDrop
        id="referral-files"
        label={files.length === 0 ? 'Attach files, or take a picture' : 'Attach another file'}
        hint={FILES_HINT}
        error={problem ?? undefined}
        accept={ACCEPTED_FILES}
        isMany
        onFiles={add}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Chosen files">
          {files.map((file, at) => (
            <li key={`${at} ${file.name}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <Button
                size="sm"
                variant="subtle"
                disabled={isBusy}
                onClick={() =>
                  onChange(
                    files.filter((each) => each !== file),
                    null,
                  )
                }
              >
                Take away<span className="visually-hidden"> {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
