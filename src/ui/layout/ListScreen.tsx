import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import styles from './ListScreen.module.css';
import { Page } from './Page.tsx';
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx';
import { Pager, type PagerProps } from './Pager.tsx';
import { SearchBox, type SearchBoxProps } from '#src/ui/fields/SearchBox.tsx';

/** One page of rows from its query's state, with the notices about it. */
export type ListContent<Row> = Required<Pick<DataTableProps<Row>, 'rows' | 'state' | 'failed'>> & {
  /** Null until the server or this device has answered. */
  readonly paging: Omit<PagerProps, 'noun' | 'onPage'> | null;
  /** Shown between the filters and the table: age and origin of the rows. */
  readonly notices: ReactNode;
  /** Replaces the screen's own empty state while it is unknown whether there are rows. */
  readonly unknown?: ReactNode;
};

export type ListScreenProps<Row> = Pick<PageHeaderProps, 'title' | 'back' | 'actions'> &
  Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'rowHref' | 'empty'> & {
    readonly search?: SearchBoxProps;
    readonly filters?: ReactNode;
    readonly content: ListContent<Row>;
    /** Names the table for screen readers; the title by default. */
    readonly label?: string;
    /** Plural noun of the rows, for the pager: "patients". */
    readonly noun: string;
    readonly onPage: (page: number) => void;
    /** Shown above the filters. */
    readonly above?: ReactNode;
    /** Shown below the pager. */
    readonly below?: ReactNode;
    /**
     * Whether data above the table are still loading: filters keep their space invisibly and the table shows skeleton rows, so
     * that nothing moves.
     */
    readonly waits?: boolean;
  };

/** Frame of every screen that lists something: heading, search, filters, notices, table and pager. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, back, actions, search } = props;
  return (
    <>
      <PageHeader title={title} back={back} search={search && <SearchBox {...search} />} actions={actions} />
      <ListScreenBody {...props} label={props.label ?? title} />
    </>
  );
}

type ListPageProps<Row> = Omit<ListScreenProps<Row>, 'title' | 'back' | 'actions' | 'search' | 'label'> & {
  /** Names the table for screen readers. */
  readonly label: string;
};

/** The part below the heading of a {@link ListScreen}, for a screen whose heading stays while its body changes. */
export function ListScreenBody<Row>(props: ListPageProps<Row>) {
  const { filters, content, label, noun, onPage, waits = false } = props;
  const { rows, state, failed, paging, notices, unknown } = content;
  return (
    <Page>
      {props.above}
      {filters && (
        <div className={styles.filters} data-waits={waits || undefined}>
          {filters}
        </div>
      )}
      {notices}
      <DataTable
        label={label}
        columns={props.columns}
        rows={rows}
        rowKey={props.rowKey}
        {...(props.rowHref && { rowHref: props.rowHref })}
        state={waits ? 'loading' : state}
        failed={failed}
        empty={unknown ?? props.empty}
      />
      {!waits && paging !== null && paging.total > 0 && <Pager noun={noun} {...paging} onPage={onPage} />}
      {props.below}
    </Page>
  );
}
