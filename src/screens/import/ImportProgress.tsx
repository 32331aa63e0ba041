import type { useImportProgress } from '#src/queries/imports.ts';
import { ProgressBar } from '#src/ui/layout/ProgressBar.tsx';
import styles from './import.module.css';

/** The progress of the running call; undefined before the server has reported it. */
export type Progress = ReturnType<typeof useImportProgress>;

type ImportProgressProps = {
  readonly progress: Progress;
  /** Shown until the server reports the progress. */
  readonly words: string;
  /** The imported things, capitalised: `Patients`. */
  readonly noun: string;
};

/** The progress of a long call, in words and numbers. */
export function ImportProgress({ progress, words, noun }: ImportProgressProps) {
  if (progress?.phase === 'CHECKING' || progress?.phase === 'WRITING')
    return (
      <ProgressBar
        label={progress.phase === 'CHECKING' ? 'Rows checked' : `${noun} saved so far, none final yet`}
        done={progress.done}
        total={progress.total}
      />
    );
  return (
    <p className={styles.working} role="status">
      {words}
    </p>
  );
}
