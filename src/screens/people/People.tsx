import type { ManagedUser } from '#contract/people.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { UserStatus } from '#domain/accounts/user-status.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { peopleListOptions } from '#src/queries/people.ts';
import { useProduct } from '#src/queries/reference.ts';
import { allRolesOptions } from '#src/queries/roles.ts';
import { useToday } from '#src/queries/use-today.ts';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accessEndWords, personName, userStatusWords, wishWords } from './person-words.ts';

/** `role` is a role's key, empty for all of them. */
type Filter = { readonly page: number; readonly status: UserStatus | 'ALL'; readonly role: string };
type PeopleProps = Filter & { readonly onFilter: (next: Filter) => void };

const STATUSES = [
  { value: 'ALL' as const, label: 'All' },
  ...(['PENDING_APPROVAL', 'ACTIVE', 'SUSPENDED', 'EXPIRED', 'REJECTED'] as const).map((value) => ({
    value,
    label: userStatusWords(value).words,
  })),
];

/** The people of the organisation, with those who wait for approval. */
export function People({ page, status, role, onFilter }: PeopleProps) {
  const onFirstPage = () => onFilter({ page: 1, status, role });
  const search = useListSearch({ key: 'people.search', label: 'Name or email', page, onFirstPage });
  const searchTerm = useDebouncedServerSearch(search.value);
  const today = useToday();
  const { timeZone } = useProduct();
  const roles = useQuery(allRolesOptions()).data ?? [];
  const list = useQuery(peopleListOptions({ page, status, role, search: searchTerm }));
  return (
    <ListScreen
      title="People"
      search={search}
      filters={
        <>
          <FilterChips
            label="Show"
            options={STATUSES}
            value={status}
            onChange={(next) => onFilter({ page: 1, status: next, role })}
          />
          <NativeSelect
            aria-label="Role"
            value={role}
            data={[{ value: '', label: 'Any role' }, ...roles.map(({ key, name }) => ({ value: key, label: name }))]}
            onChange={(event) => onFilter({ page: 1, status, role: event.currentTarget.value })}
          />
        </>
      }
      content={listContent(list)}
      columns={columnsFor({ today, timeZone, roles })}
      rowKey={({ _id }) => _id}
      rowHref={({ _id }) => paths.person(_id).href}
      empty={
        <EmptyState icon="search" title="Nobody found">
          Try fewer letters, another state, or any role.
        </EmptyState>
      }
      noun="people"
      onPage={(next) => onFilter({ page: next, status, role })}
    />
  );
}

type Surroundings = {
  readonly today: string;
  readonly timeZone: string;
  readonly roles: readonly { readonly key: string; readonly name: string }[];
};

const columnsFor = ({ today, timeZone, roles }: Surroundings): Column<ManagedUser>[] => [
  {
    heading: 'Name',
    width: '2.2fr',
    cell: (person) => (
      <>
        <StrongLine>{personName(person)}</StrongLine>
        <QuietLine breaksWords>{person.email}</QuietLine>
      </>
    ),
  },
  { heading: 'Role', width: '1.4fr', cell: (person) => <RoleCell person={person} roles={roles} /> },
  {
    heading: 'Last sign-in',
    width: '1.6fr',
    phoneLabel: true,
    cell: ({ lastSignInAt }) => <span className="num">{lastSignInAt === null ? 'Never' : longTime(lastSignInAt, timeZone)}</span>,
  },
  {
    heading: 'State',
    width: '12rem',
    cell: ({ status, expiryDate }) => {
      const { tone, words } = userStatusWords(status);
      const access = accessEndWords(expiryDate, today);
      return (
        <>
          <StateChip tone={tone}>{words}</StateChip>
          {access !== null && <QuietLine isNumber>{access}</QuietLine>}
        </>
      );
    },
  },
];

type RoleCellProps = { readonly person: ManagedUser; readonly roles: Surroundings['roles'] };

function RoleCell({ person: { role, requestedRole }, roles }: RoleCellProps) {
  if (role !== null) return role.name;
  const wish = wishWords(requestedRole, roles);
  return <QuietLine breaksWords>{wish === null ? 'No role yet' : `Asked to be: ${wish}`}</QuietLine>;
}
