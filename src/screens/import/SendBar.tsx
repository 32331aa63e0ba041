import { capitalised } from '#domain/base/capitalised.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import type { ImportColumn } from '#domain/imports/import-columns.ts';
import { Button } from '@mantine/core';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportShare } from './ImportShare.tsx';
import styles from './import.module.css';
import { laterFile, type LaterLine } from './later-file.ts';
import type { LineCounts } from './line-counts.ts';

type Props = {
  /** One of the imported things: `patient`. */
  readonly noun: string;
  readonly counts: LineCounts;
  /** The rows that stay out of this import; called when they are saved. */
  readonly laterLines: () => readonly LaterLine[];
  readonly columns: readonly ImportColumn[];
  readonly isSending: boolean;
  readonly failure: Error | null;
  readonly progress: Parameters<typeof ImportProgress>[0]['progress'];
  /** The label of the act where no row is ready. */
  readonly otherAct?: string | undefined;
  readonly onOk: () => void;
};

/** The counts of the rows by destination, and the two acts: the rest as a file, and the import itself. */
export function SendBar({ noun, counts, laterLines, columns, isSending, failure, progress, otherAct, onOk }: Props) {
  const today = useToday();
  const { ready, later } = counts;
  const saveLater = () =>
    saveFile(new Blob([laterFile(laterLines(), columns)], { type: 'text/csv' }), `${noun}s-for-later-${today}.csv`);
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
                noun={`${capitalised(noun)}s`}
              />
            ) : (
              <ImportShare counts={counts} />
            )}
          </div>
        }
      >
        {later > 0 && (
          <Button variant="default" onClick={saveLater}>
            {`Keep ${later} for later`}
          </Button>
        )}
        <Button disabled={ready === 0 && otherAct === undefined} loading={isSending} onClick={onOk}>
          {(ready === 0 ? otherAct : undefined) ?? `Import ${ready} ${noun}${ready === 1 ? '' : 's'}`}
        </Button>
      </FooterBar>
    </>
  );
}
