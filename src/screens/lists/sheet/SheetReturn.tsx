import { useProduct } from '#src/queries/reference.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FileDrop } from '#src/ui/fields/FileDrop.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { lineCounts, rowsWords } from './sheet-lines.ts';
import { TheatreSheetRow } from './TheatreSheetRow.tsx';
import styles from './sheet.module.css';
import { useSheetReturn } from './use-sheet-return.ts';

type Props = { readonly sheet: ReturnType<typeof useSheetReturn> };

/**
 * The screen for a returned sheet: it is read first, a person resolves the clashes, and nothing is written before Save is
 * pressed.
 */
export function SheetReturn({ before }: { readonly before: ReactNode }) {
  const sheet = useSheetReturn();
  const { file, rows } = sheet;
  return (
    <>
      <Page>
        {file === null && before}
        {file === null ? <ChooseSheet sheet={sheet} /> : <OpenSheet sheet={sheet} name={file.name} />}
      </Page>
      {rows.length > 0 && <SaveBar sheet={sheet} />}
    </>
  );
}

/** The choice of the sheet's file, with a note on what happens with it. */
function ChooseSheet({ sheet }: Props) {
  return (
    <Panel title="Bring it back">
      <div className={styles.stack}>
        <ErrorSummary problems={sheet.problems} />
        <FileDrop
          id="sheet-file"
          label={sheet.isReading ? 'The sheet is being read…' : 'Choose the sheet that was filled in'}
          hint="Excel workbook (.xlsx) or CSV, up to 10 MB"
          accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFiles={([file]) => file && sheet.read(file)}
        />
        <p className={styles.small}>
          It is shown first, and saved when you say so. “Agreed” is noted as signed on paper; the scan of the form still has to be
          uploaded. A sheet that was brought back before changes nothing.
        </p>
      </div>
    </Panel>
  );
}

/** The rows that were read from a sheet, and the result of saving them. */
function OpenSheet({ sheet, name }: Props & { readonly name: string }) {
  return (
    <>
      {sheet.saved !== null && <Saved count={sheet.saved} />}
      <ErrorSummary problems={sheet.problems} />
      <Panel
        title={name}
        actions={
          <Button variant="default" disabled={sheet.isWriting} onClick={sheet.close}>
            Another sheet
          </Button>
        }
      >
        {sheet.rows.length === 0 ? (
          <EmptyState title="Nothing is filled in">
            No row of this sheet says anything. Choose the one that was filled in.
          </EmptyState>
        ) : (
          <SheetRows sheet={sheet} />
        )}
      </Panel>
    </>
  );
}

/** The filled-in rows, each with the answer to its clash. */
function SheetRows({ sheet: { rows, answers, answer } }: Props) {
  const { timeZone } = useProduct();
  return (
    <ol className={styles.rows} aria-label="Rows of the sheet">
      {rows.map((row) => (
        <TheatreSheetRow
          key={row.row}
          row={row}
          answers={answers}
          timeZone={timeZone}
          onAnswer={(choice) => answer(row.row, choice)}
        />
      ))}
    </ol>
  );
}

/** How many rows are saved, and the button that saves them. */
function SaveBar({ sheet: { rows, chosen, answers, isWriting, save } }: Props) {
  return (
    <FooterBar
      state={
        <span className="num" role="status">
          {isWriting ? 'Saving… Nothing is final until it says so.' : lineCounts(rows, answers)}
        </span>
      }
    >
      <Button disabled={chosen.length === 0} loading={isWriting} onClick={save}>
        {chosen.length === 0 ? 'Nothing to save' : `Save ${rowsWords(chosen.length)}`}
      </Button>
    </FooterBar>
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
