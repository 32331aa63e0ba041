import { useId, type CSSProperties, type ReactNode } from 'react';
import type { Href } from '#src/ui/href.ts';
import styles from './DataTable.module.css';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { RowLink } from './RowLink.tsx';

/** One column. `width` is a grid track such as "2fr" or "9rem"; on phones columns are stacked in their order. */
export type Column<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => ReactNode;
  readonly width?: string;
  /** On phones: write the heading before the value, on one line with its small print. */
  readonly phoneLabel?: boolean;
};

export type DataTableProps<Row> = {
  /** Names the table for screen readers: "Patients". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Target of a row: the full row is then the target of one link, named by the first column's cell. */
  readonly rowHref?: (row: Row) => Href;
  /** `loading` shows skeleton rows; `failed` and an empty list show the panels given. */
  readonly state?: 'ready' | 'loading' | 'failed';
  readonly empty: ReactNode;
  readonly failed?: ReactNode;
  /** Number of skeleton rows; the page size is a good one. */
  readonly skeletonRows?: number;
};

/** A list of rows in a card, headed on wide screens, stacked on phones. A table to screen readers at every width. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, state = 'ready', rowHref } = props;
  if (state === 'failed') return <>{props.failed}</>;
  if (state === 'ready' && rows.length === 0) return <>{props.empty}</>;
  const tracks = [...columns.map(({ width = '1fr' }) => (width.endsWith('fr') ? `minmax(0, ${width})` : width)), '1.25rem'];
  // A custom property is a valid style; React's CSSProperties does not list those.
  const style = { '--columns': tracks.join(' ') } as CSSProperties;
  return (
    <div role="table" className={styles.table} aria-label={label} aria-busy={state === 'loading'} style={style}>
      <div role="rowgroup">
        <div role="row" className={styles.heads}>
          {columns.map((column) => (
            <span role="columnheader" key={column.heading}>
              {column.heading}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.card}>
        {state === 'loading' ? (
          <SkeletonRows count={props.skeletonRows ?? 6} columns={columns.length} />
        ) : (
          rows.map((row) => <TableRow key={props.rowKey(row)} row={row} columns={columns} href={rowHref?.(row)} />)
        )}
      </div>
    </div>
  );
}

type TableRowProps<Row> = { readonly row: Row; readonly columns: readonly Column<Row>[]; readonly href: Href | undefined };

function TableRow<Row>({ row, columns, href }: TableRowProps<Row>) {
  return (
    <div role="row" className={styles.row} data-opens={href !== undefined || undefined}>
      {columns.map((column, index) => (
        <div role="cell" className={styles.cell} key={column.heading} data-inline={column.phoneLabel}>
          {column.phoneLabel === true && <span className={styles.label}>{column.heading} </span>}
          {index === 0 && href !== undefined ? <RowLink href={href}>{column.cell(row)}</RowLink> : column.cell(row)}
        </div>
      ))}
      {href !== undefined && (
        <span className={styles.mark} aria-hidden="true">
          <Icon name="next" />
        </span>
      )}
    </div>
  );
}

function SkeletonRows({ count, columns }: { readonly count: number; readonly columns: number }) {
  const id = useId();
  return Array.from({ length: count }, (_, row) => (
    <div role="row" className={styles.row} key={`${id}${row}`}>
      {Array.from({ length: columns }, (_unused, column) => (
        <div role="cell" className={styles.cell} key={column}>
          {row === 0 && column === 0 && <span className="visually-hidden">Loading</span>}
          <div className={styles.bone} />
          {column === 0 && <div className={styles.bone} />}
        </div>
      ))}
    </div>
  ));
}
