import { capitalised } from '#domain/base/capitalised.ts';
import { counted } from '#domain/base/counted.ts';
import { useToday } from '#src/queries/use-today.ts';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button } from '@mantine/core';
import type { Import } from './import-machine.ts';
import { ImportProgress, type Progress } from './ImportProgress.tsx';
import { countLines, countWords, laterFile, type ImportLine, type LineCounts } from './lines.ts';
import type { OpenFile } from './row-type.ts';
import styles from './import.module.css';

type SendBarProps<F extends string, L extends ImportLine<F>> = {
  readonly of: Import<F, L>;
  readonly open: OpenFile<L>;
  readonly isWriting: boolean;
  readonly progress: Progress;
  readonly onSend: () => void;
};

/** The counts of the rows by destination, and the two acts: the rest as a file, and the import itself. */
export function SendBar<F extends string, L extends ImportLine<F>>({
  of,
  open,
  isWriting,
  progress,
  onSend,
}: SendBarProps<F, L>) {
  const today = useToday();
  const { type } = of;
  const { nouns } = type.words;
  const { lines, source } = open;
  const counts = countLines(type, lines);
  const { ready, later } = counts;
  const other = ready === 0 ? (type.otherAct?.(lines) ?? null) : null;
  const saveLater = () => {
    const file = laterFile(type, { lines, columns: source.columns });
    saveFile(new Blob([file], { type: 'text/csv' }), `${nouns[1]}-for-later-${today}.csv`);
  };
  return (
    <FooterBar
      state={
        <div className={styles.progress}>
          {isWriting ? (
            <ImportProgress
              progress={progress}
              words="Importing… Nothing is final until it says so."
              noun={capitalised(nouns[1])}
            />
          ) : (
            <Share counts={counts} />
          )}
        </div>
      }
    >
      {later > 0 && (
        <Button variant="default" disabled={isWriting} onClick={saveLater}>
          {`Keep ${later} for later`}
        </Button>
      )}
      <Button disabled={ready === 0 && other === null} loading={isWriting} onClick={onSend}>
        {other ?? `Import ${counted(ready, ...nouns)}`}
      </Button>
    </FooterBar>
  );
}

/** The counts of the rows by destination, as a bar and in words. */
function Share({ counts }: { readonly counts: LineCounts }) {
  const { all, ready, imported, leftOut, later } = counts;
  const width = (part: number) => ({ width: `${all === 0 ? 0 : (part / all) * 100}%` });
  return (
    <>
      <div className={styles.track} aria-hidden="true">
        <span data-tone="ok" style={width(imported + ready)} />
        <span data-tone="plain" style={width(leftOut)} />
        <span data-tone="stop" style={width(later)} />
      </div>
      <span className="num" role="status">
        {countWords(counts)}
      </span>
    </>
  );
}
