import { longTime } from '#domain/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useState } from 'react';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportFooter } from './ImportFooter.tsx';
import { ImportResult, type ImportOutcome } from './ImportResult.tsx';
import { ImportRow } from './ImportRow.tsx';
import { isReady, isToLookAt } from './import-lines.ts';
import { changeImport, type OpenImport } from './import-store.ts';
import { shownWith, type ReadOptions } from './use-import.ts';
import styles from './import.module.css';

/** Rows of one page [choice]: each may hold fields, and 5,000 of them would hold up the tablet. */
const ROWS_ON_PAGE = 25;

type Props = {
  readonly open: OpenImport;
  /** why the file was not read again */
  readonly problems: readonly FieldProblem[];
  readonly onRead: (options: ReadOptions) => void;
};

/** A file that was read: its columns, its rows, and what becomes of them. */
export function ImportPreviewed({ open, problems, onRead }: Props) {
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const { lines, filter, shown, page } = open;
  const byRow = new Map(lines.map((line) => [line.row, line]));
  const from = (page - 1) * ROWS_ON_PAGE;
  const rows = shown.slice(from, from + ROWS_ON_PAGE).flatMap((row) => byRow.get(row) ?? []);
  const options = [
    { value: 'ALL', label: 'All', count: lines.length },
    { value: 'LOOK', label: 'To look at', count: lines.filter(isToLookAt).length },
    { value: 'READY', label: 'Ready', count: lines.filter(isReady).length },
  ] as const;
  return (
    <>
      <div className={styles.body}>
        <aside className={styles.side}>
          <ImportColumns open={open} onRead={onRead} />
          <Notice>Nothing is written before you press Import.</Notice>
        </aside>
        <div className={styles.main}>
          <ErrorSummary problems={problems} />
          <ImportedBefore open={open} />
          {outcome !== null && <ImportResult outcome={outcome} />}
          <FilterChips
            label="Show"
            options={options}
            value={filter}
            onChange={(next) => changeImport(() => shownWith(lines, next))}
          />
          {rows.length === 0 ? (
            <EmptyState icon="done" title={lines.length === 0 ? 'No row found in this file' : 'No row here'}>
              {lines.length === 0 ? 'It has headings, and nothing below them.' : 'Choose another group above.'}
            </EmptyState>
          ) : (
            <ol className={styles.rows} aria-label="Rows of the file">
              {rows.map((line) => (
                <ImportRow key={line.id} line={line} />
              ))}
            </ol>
          )}
          <Pager
            noun="rows"
            page={page}
            limit={ROWS_ON_PAGE}
            total={shown.length}
            onPage={(next) => changeImport(() => ({ page: next }))}
          />
        </div>
      </div>
      <ImportFooter open={open} onDone={setOutcome} />
    </>
  );
}

function ImportedBefore({ open: { source } }: Pick<Props, 'open'>) {
  const { timeZone } = useProduct();
  if (source.before === null) return null;
  const { at, by, created } = source.before;
  return (
    <Notice tone="warn" title="This file was imported before">
      {`${longTime(at, timeZone)}, by ${by}: ${created} ${created === 1 ? 'patient' : 'patients'}.`}
    </Notice>
  );
}
