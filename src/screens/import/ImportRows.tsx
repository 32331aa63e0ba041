import type { ImportFields } from '#domain/imports/import-columns.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import type { ReactNode } from 'react';
import { ImportColumns, type ReadOptions } from './ImportColumns.tsx';
import { shownWith, type ImportSource, type LineGroups, type OpenFile } from './import-store.ts';
import styles from './import.module.css';

/** Rows of one page [choice]: each may hold fields, and 5,000 of them would hold up the tablet. */
const ROWS_ON_PAGE = 25;

type Props<L> = {
  readonly open: OpenFile<L>;
  readonly fields: ImportFields;
  /** The singular and plural of the imported things. */
  readonly nouns: readonly [one: string, several: string];
  readonly groups: LineGroups<L>;
  /** Whether reading the file again loses corrections. */
  readonly isMended: boolean;
  /** Why the file was not read again. */
  readonly problems: readonly FieldProblem[];
  /** The result of the import. */
  readonly outcome: ReactNode;
  readonly renderRow: (line: L) => ReactNode;
  readonly onRead: (options: ReadOptions) => void;
  readonly onChange: (change: Partial<OpenFile<L>>) => void;
};

/** A file that was read: its columns, and its rows by the work that they need. */
export function ImportRows<L extends { readonly row: number }>({ open, fields, nouns, groups, ...rest }: Props<L>) {
  const { isMended, problems, outcome, renderRow, onRead, onChange } = rest;
  const { lines, filter, shown, page, source, sheet } = open;
  const byRow = new Map(lines.map((line) => [line.row, line]));
  const from = (page - 1) * ROWS_ON_PAGE;
  const rows = shown.slice(from, from + ROWS_ON_PAGE).flatMap((each) => byRow.get(each) ?? []);
  const options = [
    { value: 'ALL', label: 'All', count: lines.length },
    { value: 'LOOK', label: 'To look at', count: lines.filter(groups.isToLookAt).length },
    { value: 'READY', label: 'Ready', count: lines.filter(groups.isReady).length },
  ] as const;
  return (
    <div className={styles.body}>
      <aside className={styles.side}>
        <ImportColumns source={source} sheet={sheet} fields={fields} isMended={isMended} onRead={onRead} />
        <Notice>Nothing is written before you press Import.</Notice>
      </aside>
      <div className={styles.main}>
        <ErrorSummary problems={problems} />
        <ImportedBefore before={source.before} nouns={nouns} />
        {outcome}
        <FilterChips
          label="Show"
          options={options}
          value={filter}
          onChange={(next) => onChange(shownWith(lines, next, groups))}
        />
        {rows.length === 0 ? (
          <EmptyState icon="done" title={lines.length === 0 ? 'No row found in this file' : 'No row here'}>
            {lines.length === 0 ? 'It has headings, and nothing below them.' : 'Choose another group above.'}
          </EmptyState>
        ) : (
          <ol className={styles.rows} aria-label="Rows of the file">
            {rows.map(renderRow)}
          </ol>
        )}
        <Pager noun="rows" page={page} limit={ROWS_ON_PAGE} total={shown.length} onPage={(next) => onChange({ page: next })} />
      </div>
    </div>
  );
}

function ImportedBefore({ before, nouns: [one, several] }: Pick<ImportSource, 'before'> & Pick<Props<never>, 'nouns'>) {
  const { timeZone } = useProduct();
  if (before === null) return null;
  const { at, by, created } = before;
  return (
    <Notice tone="warn" title="This file was imported before">
      {`${longTime(at, timeZone)}, by ${by}: ${created} ${created === 1 ? one : several}.`}
    </Notice>
  );
}
