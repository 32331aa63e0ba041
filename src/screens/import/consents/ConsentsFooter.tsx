import { failureWords } from '#src/notices/failure-words.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/FooterBar.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import { ImportProgress } from '../ImportProgress.tsx';
import { ImportShare } from '../ImportShare.tsx';
import styles from '../import.module.css';
import { laterFile } from '../later-file.ts';
import { countLines, isForLater, laterLines } from './consent-lines.ts';
import type { OpenConsents } from './consent-store.ts';
import { useConsentSending } from './use-consents.ts';

type Props = { readonly open: OpenConsents; readonly onDone: (created: number) => void };

/** How many rows go where, and the two acts: the rest as a file, and the import itself. */
export function ConsentsFooter({ open, onDone }: Props) {
  const today = useToday();
  const { send, isSending, failure, progress } = useConsentSending();
  const counts = countLines(open.lines);
  const later = open.lines.filter(isForLater);
  const keep = () => {
    const text = laterFile(laterLines(later), open.source.columns);
    saveFile(new Blob([text], { type: 'text/csv' }), `consents-for-later-${today}.csv`);
  };
  return (
    <>
      <div className={styles.problems}>
        <ErrorSummary problems={failure === null || isSending ? [] : [{ message: failureWords(failure) }]} />
      </div>
      <FooterBar
        state={
          <div className={styles.progress}>
            {isSending ? (
              <ImportProgress progress={progress} words="Importing… Nothing is final until it says so." noun="Consents" />
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
        <Button disabled={counts.ready === 0} loading={isSending} onClick={() => send(open, onDone)}>
          {`Import ${counts.ready} ${counts.ready === 1 ? 'consent' : 'consents'}`}
        </Button>
      </FooterBar>
    </>
  );
}
