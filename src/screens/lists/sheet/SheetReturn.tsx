import { failureProblems } from '#src/notices/failure-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useReadSheet, useWriteSheet, type SheetPreview } from '#src/queries/theatre-sheet.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { chosenRows, lineCounts, rowsWords, type ClashAnswer, type ClashAnswers } from './sheet-lines.ts';
import { SheetRow } from './SheetRow.tsx';
import styles from './sheet.module.css';

type OpenSheet = { readonly file: File; readonly preview: SheetPreview };

/** A sheet that comes back: it is read first, a person answers what does not fit, and nothing is written before Save is pressed. */
export function SheetReturn({ before }: { readonly before: ReactNode }) {
  const [open, setOpen] = useState<OpenSheet | null>(null);
  const [answers, setAnswers] = useState<ClashAnswers>(new Map());
  const [saved, setSaved] = useState<number | null>(null);
  const { timeZone } = useProduct();
  const reading = useReadSheet();
  const writing = useWriteSheet();
  const read = (file: File) => {
    setSaved(null);
    writing.reset();
    reading.mutate(file, {
      onSuccess: (preview) => {
        setOpen({ file, preview });
        setAnswers(new Map());
      },
    });
  };
  const rows = open?.preview.data ?? [];
  const chosen = chosenRows(rows, answers);
  const save = () => {
    if (open === null) return;
    const { file, preview } = open;
    writing.mutate(
      { file, digest: preview.file.digest, rows: chosen },
      {
        onSuccess: ({ written }) => {
          setSaved(written);
          // What was saved is there from now on; what was left out or not read still stands here.
          reading.mutate(file, { onSuccess: (next) => setOpen({ file, preview: next }) });
        },
      },
    );
  };
  const failure = reading.isPending || writing.isPending ? null : (reading.error ?? writing.error);
  const problems = failure === null ? [] : failureProblems(failure).map(({ message }) => ({ message }));
  return (
    <>
      <Page>
        {open === null && before}
        {open === null ? (
          <Panel title="Bring it back">
            <div className={styles.stack}>
              <ErrorSummary problems={problems} />
              <FileDrop
                id="sheet-file"
                label={reading.isPending ? 'The sheet is being read…' : 'Choose the sheet that was filled in'}
                hint="Excel workbook (.xlsx) or CSV, up to 10 MB"
                accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
                onFiles={([file]) => file && read(file)}
              />
              <p className={styles.small}>
                It is shown first, and saved when you say so. “Agreed” is noted as signed on paper; the scan of the form still has
                to be uploaded. A sheet that was brought back before changes nothing.
              </p>
            </div>
          </Panel>
        ) : (
          <>
            {saved !== null && <Saved count={saved} />}
            <ErrorSummary problems={problems} />
            <Panel
              title={open.file.name}
              actions={
                <Button variant="default" disabled={writing.isPending} onClick={() => setOpen(null)}>
                  Another sheet
                </Button>
              }
            >
              {rows.length === 0 ? (
                <EmptyState title="Nothing is filled in">
                  No row of this sheet says anything. Choose the one that was filled in.
                </EmptyState>
              ) : (
                <ol className={styles.rows} aria-label="Rows of the sheet">
                  {rows.map((row) => (
                    <SheetRow
                      key={row.row}
                      row={row}
                      answers={answers}
                      timeZone={timeZone}
                      onAnswer={(answer: ClashAnswer) => setAnswers(new Map([...answers, [row.row, answer]]))}
                    />
                  ))}
                </ol>
              )}
            </Panel>
          </>
        )}
      </Page>
      {open !== null && rows.length > 0 && (
        <FooterBar
          state={
            <span className="num" role="status">
              {writing.isPending ? 'Saving… Nothing is final until it says so.' : lineCounts(rows, answers)}
            </span>
          }
        >
          <Button disabled={chosen.length === 0} loading={writing.isPending} onClick={save}>
            {chosen.length === 0 ? 'Nothing to save' : `Save ${rowsWords(chosen.length)}`}
          </Button>
        </FooterBar>
      )}
    </>
  );
}

function Saved({ count }: { readonly count: number }) {
  return (
    <Notice tone="ok" live title={count === 0 ? 'Nothing was new' : `${rowsWords(count)} saved`}>
      {count === 0
        ? 'Somebody has brought this sheet back before.'
        : 'They stand in the timelines of the cases. Upload the scan of each form that was signed on paper.'}
    </Notice>
  );
}
