import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { failureWords } from '#src/notices/failure-words.ts';
import { useToday } from '#src/queries/use-today.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { ImportProgress } from '../ImportProgress.tsx';
import { ImportShare } from '../ImportShare.tsx';
import type { ImportOutcome } from './ImportResult.tsx';
import { countLines, isForLater, laterLines } from './import-lines.ts';
import type { OpenImport } from './import-store.ts';
import { useContactChanges } from './use-contact-changes.ts';
import { useSendImport } from './use-import.ts';
import { laterFile } from '../later-file.ts';
import styles from '../import.module.css';

type Props = { readonly open: OpenImport; readonly onDone: (outcome: ImportOutcome) => void };

/** How many rows go where, and the two acts: the rest as a file, and the import itself. */
export function ImportFooter({ open, onDone }: Props) {
  const today = useToday();
  const { send, isSending, failure, progress } = useSendImport();
  const contacts = useContactChanges();
  const counts = countLines(open.lines);
  const later = open.lines.filter(isForLater);
  const isBusy = isSending || contacts.isBusy;
  const hasWork = counts.ready > 0 || contacts.pending(open.lines).length > 0;
  const start = () => {
    const created = counts.ready;
    const finish = async () => onDone({ created, ...(await contacts.apply(open.lines)) });
    if (created === 0) void finish();
    else send(open, () => void finish());
  };
  return (
    <>
      <div className={styles.problems}>
        <ErrorSummary problems={failure === null || isSending ? [] : [{ message: failureWords(failure) }]} />
      </div>
      <FooterBar
        state={
          <div className={styles.progress}>
            {isBusy ? (
              <ImportProgress progress={progress} words="Importing… Nothing is final until it says so." noun="Patients" />
            ) : (
              <ImportShare counts={counts} />
            )}
          </div>
        }
      >
        {later.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              saveFile(
                new Blob([laterFile(laterLines(later), open.source.columns)], { type: 'text/csv' }),
                `patients-for-later-${today}.csv`,
              )
            }
          >
            {`Keep ${later.length} for later`}
          </Button>
        )}
        <Button disabled={!hasWork} loading={isBusy} onClick={start}>
          {counts.ready === 0 && hasWork
            ? 'Save the new contact details'
            : `Import ${counts.ready} ${counts.ready === 1 ? 'patient' : 'patients'}`}
        </Button>
      </FooterBar>
    </>
  );
}
