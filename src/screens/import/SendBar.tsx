import { failureWords } from '#src/notices/failure-words.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import type { ImportColumn } from '#domain/import-columns.ts';
import { Button } from '@mantine/core';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportShare } from './ImportShare.tsx';
import styles from './import.module.css';
import { laterFile, type LaterLine } from './later-file.ts';
import type { LineCounts } from './line-counts.ts';

type Props = {
  /** What is imported: `patients`. */
  readonly plural: string;
  readonly counts: LineCounts;
  /** Rows that stay out of this import. */
  readonly later: readonly LaterLine[];
  readonly columns: readonly ImportColumn[];
  readonly isSending: boolean;
  readonly failure: Error | null;
  readonly progress: Parameters<typeof ImportProgress>[0]['progress'];
  readonly okLabel: string;
  readonly okDisabled: boolean;
  readonly onOk: () => void;
};

/** How many rows go where, and the two acts: the rest as a file, and the import itself. */
export function SendBar({ plural, counts, later, columns, isSending, failure, progress, okLabel, okDisabled, onOk }: Props) {
  const today = useToday();
  const keep = () => saveFile(new Blob([laterFile(later, columns)], { type: 'text/csv' }), `${plural}-for-later-${today}.csv`);
  return (
    <>
      <div className={styles.problems}>
        <ErrorSummary problems={failure === null || isSending ? [] : [{ message: failureWords(failure) }]} />
      </div>
      <FooterBar
        state={
          <div className={styles.progress}>
            {isSending ? (
              <ImportProgress
                progress={progress}
                words="Importing… Nothing is final until it says so."
                noun={`${plural.charAt(0).toUpperCase()}${plural.slice(1)}`}
              />
            ) : (
              <ImportShare counts={counts} />
            )}
          </div>
        }
      >
        {later.length > 0 && (
          <Button variant="default" onClick={keep}>
            {`Keep ${later.length} for later`}
          </Button>
        )}
        <Button disabled={okDisabled} loading={isSending} onClick={onOk}>
          {okLabel}
        </Button>
      </FooterBar>
    </>
  );
}
