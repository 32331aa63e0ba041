import type { Role } from '#contract/roles.ts';
import { localDate, shortDate } from '#domain/values/plain-date.ts';
import { ACCOUNT_TYPES } from '#domain/accounts/roles.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { roleListOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { DateRange } from '#src/ui/fields/DateRange.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';

/** The plain dates between which roles were created and last changed. */
type Filter = {
  readonly page: number;
  readonly madeFrom: string | undefined;
  readonly madeTo: string | undefined;
  readonly changedFrom: string | undefined;
  readonly changedTo: string | undefined;
};
type RolesProps = Filter & { readonly onFilter: (next: Filter) => void };

/** The roles of the organisation: the permissions of each, and its number of holders. */
export function Roles({ onFilter, ...filter }: RolesProps) {
  const { page, madeFrom, madeTo, changedFrom, changedTo } = filter;
  const onFirstPage = () => onFilter({ ...filter, page: 1 });
  const search = useListSearch({ key: 'roles.search', label: 'Name of a role', page, onFirstPage });
  const { timeZone } = useProduct();
  const today = useToday();
  const mayManage = useMay('roles.manage');
  const list = useQuery(
    roleListOptions({
      page,
      role: useDebouncedServerSearch(search.value),
      startDate: madeFrom,
      endDate: madeTo,
      updatedStartDate: changedFrom,
      updatedEndDate: changedTo,
    }),
  );
  return (
    <ListScreen
      title="Roles"
      search={search}
      actions={mayManage && <ButtonLink href={paths.newRole.href}>New role</ButtonLink>}
      filters={
        <>
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
        </>
      }
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ _id }) => _id}
      rowHref={({ _id }) => paths.role(_id).href}
      empty={
        <EmptyState icon="search" title="No role found">
          Try fewer letters or other days.
        </EmptyState>
      }
      noun="roles"
      onPage={(next) => onFilter({ ...filter, page: next })}
    />
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
