import { counted } from '#domain/base/counted.ts';
import { NO_HEADING } from '#domain/imports/heading-row.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { failureWords } from '#src/notices/failure-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import type { CSSProperties } from 'react';
import { HiddenPartsNotice } from './HiddenPartsNotice.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import type { Import } from './import-machine.ts';
import type { ImportState } from './import-state.ts';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportRow } from './ImportRow.tsx';
import { NOTHING_WRITTEN } from './import-words.ts';
import { isReady, isToLookAt, type ImportLine } from './lines.ts';
import { readWith, readWithParts, type ImportSource, type OpenFile } from './row-type.ts';
import styles from './import.module.css';

/** Rows of one page [choice]: each may hold fields, and 5,000 of them would hold up the tablet. */
const ROWS_ON_PAGE = 25;

type ImportRowsProps<F extends string, L extends ImportLine<F>> = {
  readonly of: Import<F, L>;
  readonly state: ImportState<L>;
  readonly open: OpenFile<L>;
  readonly problems: readonly FieldProblem[];
};

/** A file that was read: its columns, and its rows by the work that they need. Nothing of it changes while it is written. */
export function ImportRows<F extends string, L extends ImportLine<F>>({ of, state, open, problems }: ImportRowsProps<F, L>) {
  const { type } = of;
  const { step, outcome, failure } = state;
  const { source, sheet, confirmed, lines, file } = open;
  const hasMade = lines.some(({ made }) => made !== null);
  return (
    <div className={styles.body}>
      <aside className={styles.side}>
        <fieldset className={styles.fixed} disabled={step === 'WRITING'}>
          <ImportColumns
            source={source}
            sheet={sheet}
            fields={type.fields}
            isMended={lines.some(({ edits }) => Object.keys(edits).length > 0)}
            onRead={(options) => void of.read(file, readWith(open, options))}
          />
        </fieldset>
        {!hasMade && step !== 'WRITING' && <Notice>{NOTHING_WRITTEN}</Notice>}
      </aside>
      <div className={styles.main}>
        <NeedsServer />
        <ErrorSummary problems={problems} />
        <fieldset className={styles.fixed} disabled={step === 'WRITING'}>
          <HiddenPartsNotice
            hidden={source.file.hidden}
            confirmed={confirmed}
            onConfirm={(next) => void of.read(file, readWithParts(open, next))}
          />
        </fieldset>
        <ImportedBefore before={source.before} nouns={type.words.nouns} />
        {outcome !== null && <ImportOutcome outcome={outcome} words={type.words} />}
        <RowList
          of={of}
          state={state}
          lines={lines}
          hasNoHeading={source.file.hasNoHeading === true}
          notCompared={failure?.of === 'COMPARE' ? failureWords(failure.error) : null}
        />
      </div>
    </div>
  );
}

type RowListProps<F extends string, L extends ImportLine<F>> = Pick<ImportRowsProps<F, L>, 'of' | 'state'> & {
  readonly lines: readonly L[];
  readonly hasNoHeading: boolean;
  /** the error of the last comparison in words */
  readonly notCompared: string | null;
};

function RowList<F extends string, L extends ImportLine<F>>({ of, state, lines, hasNoHeading, notCompared }: RowListProps<F, L>) {
  const { listed, step } = state;
  const { type } = of;
  const { filter, rows: shown, page } = listed;
  const byRow = new Map(lines.map((line) => [line.row, line]));
  const from = (page - 1) * ROWS_ON_PAGE;
  const rows = shown.slice(from, from + ROWS_ON_PAGE).flatMap((each) => byRow.get(each) ?? []);
  const count = (isCounted: (rules: typeof type, line: L) => boolean) => lines.filter((line) => isCounted(type, line)).length;
  const widths: CSSProperties & { readonly '--cells': string } = { '--cells': type.cells.map(({ width }) => width).join(' ') };
  const options = [
    { value: 'ALL', label: 'All', count: lines.length },
    { value: 'LOOK', label: 'To look at', count: count(isToLookAt) },
    { value: 'READY', label: 'Ready', count: count(isReady) },
  ] as const;
  return (
    <>
      <FilterChips label="Show" options={options} value={filter} onChange={of.show} />
      {rows.length === 0 ? (
        <NoRows isEmpty={lines.length === 0} hasNoHeading={hasNoHeading} />
      ) : (
        <fieldset className={`${styles.fixed} ${styles.table}`} style={widths} disabled={step === 'WRITING'}>
          <div className={`${styles.line} ${styles.headings}`} aria-hidden="true">
            <span />
            <span>Row</span>
            {type.cells.map(({ heading }) => (
              <span key={heading}>{heading}</span>
            ))}
            <span>Result</span>
          </div>
          <ol className={styles.rows} aria-label="Rows of the file">
            {rows.map((line) => (
              <ImportRow key={line.row} of={of} line={line} notCompared={notCompared} />
            ))}
          </ol>
        </fieldset>
      )}
      <Pager noun="rows" page={page} limit={ROWS_ON_PAGE} total={shown.length} onPage={of.turnTo} />
    </>
  );
}

function NoRows({ isEmpty, hasNoHeading }: { readonly isEmpty: boolean; readonly hasNoHeading: boolean }) {
  if (hasNoHeading)
    return (
      <EmptyState icon="info" title={NO_HEADING}>
        Change the columns to say what each of them is, or write headings above the list and choose the file again.
      </EmptyState>
    );
  return (
    <EmptyState icon="done" title={isEmpty ? 'No row found in this file' : 'No row here'}>
      {isEmpty ? 'It has headings, and nothing below them.' : 'Choose another group above.'}
    </EmptyState>
  );
}

type ImportedBeforeProps = Pick<ImportSource, 'before'> & { readonly nouns: readonly [one: string, several: string] };

function ImportedBefore({ before, nouns }: ImportedBeforeProps) {
  const { timeZone } = useProduct();
  if (before === null) return null;
  const { at, by, created } = before;
  return (
    <Notice tone="warn" title="This file was imported before">
      {`${longTime(at, timeZone)}, by ${by}: ${counted(created, ...nouns)}.`}
    </Notice>
  );
}
