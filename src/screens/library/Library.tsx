import type { Procedure } from '#domain/procedure.ts';
import { procedureStatusWords } from '#domain/state-words.ts';
import { PROCEDURE_STATUSES, type ProcedureStatus } from '#domain/states.ts';
import { listContent } from '#src/notices/list-content.tsx';
import { useDebouncedSearch } from '#src/notices/use-debounced-search.ts';
import { useListSearch } from '#src/notices/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { procedureListOptions } from '#src/queries/library.ts';
import type { Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { QuietLine, StrongLine } from '#src/ui/Lines.tsx';
import { ListScreen } from '#src/ui/ListScreen.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';

type Filter = { readonly page: number; readonly status: ProcedureStatus | 'ALL' };
type LibraryProps = Filter & { readonly onFilter: (next: Filter) => void };

const STATUSES = [
  { value: 'ALL' as const, label: 'All' },
  ...PROCEDURE_STATUSES.map((status) => ({ value: status, label: procedureStatusWords(status).words })),
];

/** The procedures that forms are based on. */
export function Library({ page, status, onFilter }: LibraryProps) {
  const onFirstPage = () => onFilter({ page: 1, status });
  const search = useListSearch({ key: 'library.search', label: 'Procedure or speciality', page, onFirstPage });
  const list = useQuery(procedureListOptions({ page, status, search: useDebouncedSearch(search.value) }));
  return (
    <ListScreen
      title="Library"
      search={search}
      filters={
        <FilterChips label="Show" options={STATUSES} value={status} onChange={(next) => onFilter({ page: 1, status: next })} />
      }
      content={listContent(list)}
      label="Procedures"
      columns={columns}
      rowKey={({ procedureID }) => procedureID}
      rowHref={({ procedureID }) => paths.procedure(procedureID).href}
      empty={
        <EmptyState icon="library" title="No procedure found">
          Try fewer letters or another state.
        </EmptyState>
      }
      noun="procedures"
      onPage={(next) => onFilter({ page: next, status })}
    />
  );
}

const columns: Column<Procedure>[] = [
  {
    heading: 'Procedure',
    width: '3fr',
    cell: ({ procedureName, procedureAcronym }) => (
      <>
        <StrongLine>{procedureName}</StrongLine>
        {procedureAcronym !== '' && <QuietLine>{procedureAcronym}</QuietLine>}
      </>
    ),
  },
  { heading: 'Speciality', width: '1.6fr', cell: ({ speciality }) => speciality },
  { heading: 'Risks', width: '5rem', phoneLabel: true, cell: ({ risks }) => <span className="num">{risks.length}</span> },
  {
    heading: 'State',
    width: '8.5rem',
    cell: ({ status }) => {
      const { tone, words } = procedureStatusWords(status);
      return <StateChip tone={tone}>{words}</StateChip>;
    },
  },
];
