import type { Role } from '#contract/roles.ts';
import { localDate, shortDate } from '#domain/plain-date.ts';
import { ACCOUNT_TYPES } from '#domain/roles.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { listState } from '#src/queries/list-state.ts';
import { useProduct } from '#src/queries/reference.ts';
import { roleListOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import { usePageState } from '#src/session/page-state.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { DateRange } from '#src/ui/DateRange.tsx';
import { QuietLine, StrongLine } from '#src/ui/Lines.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import styles from './roles.module.css';

/** The days, plain dates, between which roles were made and last changed. */
type Filter = {
  readonly page: number;
  readonly madeFrom: string | undefined;
  readonly madeTo: string | undefined;
  readonly changedFrom: string | undefined;
  readonly changedTo: string | undefined;
};
type RolesProps = Filter & { readonly onFilter: (next: Filter) => void };

/** The roles of the organisation: what each may do, and how many people have it. */
export function Roles({ onFilter, ...filter }: RolesProps) {
  const { page, madeFrom, madeTo, changedFrom, changedTo } = filter;
  const [search, setSearch] = usePageState('roles.search', '');
  const [asked] = useDebouncedValue(search, 250);
  const { timeZone } = useProduct();
  const today = useToday();
  const mayManage = useMay('roles.manage');
  const list = useQuery(
    roleListOptions({
      page,
      role: asked,
      startDate: madeFrom,
      endDate: madeTo,
      updatedStartDate: changedFrom,
      updatedEndDate: changedTo,
    }),
  );
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ ...filter, page: 1 });
  };
  return (
    <>
      <PageHeader
        title="Roles"
        search={<SearchBox label="Name of a role" value={search} onChange={changeSearch} />}
        actions={mayManage && <ButtonLink href="/add-role">New role</ButtonLink>}
      />
      <Page>
        <div className={styles.filters}>
          <DateRange
            id="made"
            label="Made"
            today={today}
            days={{ from: madeFrom, to: madeTo }}
            onChange={({ from, to }) => onFilter({ ...filter, page: 1, madeFrom: from, madeTo: to })}
          />
          <DateRange
            id="changed"
            label="Changed"
            today={today}
            days={{ from: changedFrom, to: changedTo }}
            onChange={({ from, to }) => onFilter({ ...filter, page: 1, changedFrom: from, changedTo: to })}
          />
        </div>
        <StaleNotice query={list} />
        <DataTable
          label="Roles"
          columns={columnsIn(timeZone)}
          rows={list.data?.records ?? []}
          rowKey={({ _id }) => _id}
          rowHref={({ _id }) => `/edit-role?id=${_id}`}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={
            <EmptyState icon="search" title="No role fits">
              Try fewer letters or other days.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager noun="roles" {...list.data} onPage={(next) => onFilter({ ...filter, page: next })} />
        )}
      </Page>
    </>
  );
}

const columnsIn = (zone: string): Column<Role>[] => [
  {
    heading: 'Role',
    width: '2fr',
    cell: ({ name, accountType }) => (
      <>
        <StrongLine>{name}</StrongLine>
        <QuietLine>{ACCOUNT_TYPES[accountType]}</QuietLine>
      </>
    ),
  },
  {
    heading: 'Permissions',
    width: '7rem',
    phoneLabel: true,
    cell: ({ permissions }) => <span className="num">{permissions.length}</span>,
  },
  { heading: 'People', width: '5rem', phoneLabel: true, cell: ({ users }) => <span className="num">{users}</span> },
  {
    heading: 'Changed',
    width: '8rem',
    phoneLabel: true,
    cell: ({ updatedAt }) => <span className="num">{shortDate(localDate(Date.parse(updatedAt), zone))}</span>,
  },
  {
    heading: 'Kind',
    width: '8rem',
    cell: ({ isSeeded }) => <StateChip tag>{isSeeded ? 'Built in' : 'Own'}</StateChip>,
  },
];
