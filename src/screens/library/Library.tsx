import type { Procedure } from '#domain/procedure.ts';
import { procedureStatusWords } from '#domain/state-words.ts';
import { PROCEDURE_STATUSES, type ProcedureStatus } from '#domain/states.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { useAsked } from '#src/notices/use-asked.ts';
import { listState } from '#src/queries/list-state.ts';
import { procedureListOptions } from '#src/queries/library.ts';
import { usePageState } from '#src/session/page-state.ts';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { FilterChips } from '#src/ui/FilterChips.tsx';
import { QuietLine, StrongLine } from '#src/ui/Lines.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';

type Filter = { readonly page: number; readonly status: ProcedureStatus | 'ALL' };
type LibraryProps = Filter & { readonly onFilter: (next: Filter) => void };

const STATUSES = [
  { value: 'ALL' as const, label: 'All' },
  ...PROCEDURE_STATUSES.map((status) => ({ value: status, label: procedureStatusWords(status).words })),
];

/** The procedures that forms are made from. */
export function Library({ page, status, onFilter }: LibraryProps) {
  const [search, setSearch] = usePageState('library.search', '');
  const asked = useAsked(search);
  const list = useQuery(procedureListOptions({ page, status, search: asked }));
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ page: 1, status });
  };
  return (
    <>
      <PageHeader title="Library" search={<SearchBox label="Procedure or speciality" value={search} onChange={changeSearch} />} />
      <Page>
        <FilterChips label="Show" options={STATUSES} value={status} onChange={(next) => onFilter({ page: 1, status: next })} />
        <StaleNotice query={list} />
        <DataTable
          label="Procedures"
          columns={columns}
          rows={list.data?.records ?? []}
          rowKey={({ procedureID }) => procedureID}
          rowHref={({ procedureID }) => `/procedure?id=${procedureID}`}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={
            <EmptyState icon="library" title="No procedure fits">
              Try fewer letters or another state.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager noun="procedures" {...list.data} onPage={(next) => onFilter({ page: next, status })} />
        )}
      </Page>
    </>
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
