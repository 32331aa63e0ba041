import { shortDate } from '#domain/values/plain-date.ts';
import { isReviewDue } from '#domain/library/procedure-status.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { procedureStatusWords } from '#domain/cases/state-words.ts';
import { PROCEDURE_STATUSES, type ProcedureStatus } from '#domain/library/procedure-status.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { filterWords } from '#src/results/export-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { paths } from '#src/paths.ts';
import { procedureListOptions } from '#src/queries/library/library.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
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
  const today = useToday();
  const mayEdit = useMay('procedures.edit');
  const searchTerm = useDebouncedSearch(search.value);
  const list = useQuery(procedureListOptions({ page, status, search: searchTerm }));
  return (
    <ListScreen
      title="Library"
      actions={
        <>
          <ExportButton
            request={{ name: 'exportProcedures', filter: { status, search: searchTerm } }}
            list={{
              noun: 'procedures',
              file: 'procedures',
              total: list.data?.total ?? null,
              isCapped: list.data?.totalIsCapped,
              filters: filterWords([status !== 'ALL' && STATUSES.find(({ value }) => value === status)?.label], searchTerm),
            }}
            note="Names, states, codes and reviews are in it; risks and texts are not."
          />
          {mayEdit && <ButtonLink href={paths.newProcedure.href}>New procedure</ButtonLink>}
        </>
      }
      search={search}
      filters={
        <FilterChips label="Show" options={STATUSES} value={status} onChange={(next) => onFilter({ page: 1, status: next })} />
      }
      content={listContent(list)}
      label="Procedures"
      columns={columnsOn(today)}
      rowKey={({ procedureID }) => procedureID}
      rowHref={(each) => hrefOf(each, status)}
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

/** A list of drafts leads to the draft, also where another version is in use. */
function hrefOf({ procedureID, version }: Procedure, status: ProcedureStatus | 'ALL') {
  return (status === 'ALL' ? paths.procedure(procedureID) : paths.procedureVersion(procedureID, version)).href;
}

const columnsOn = (today: string): Column<Procedure>[] => [
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
  { heading: 'Speciality', width: '1.5fr', cell: ({ speciality }) => speciality },
  {
    heading: 'Review',
    width: '2fr',
    cell: ({ reviewDate, owner, status }) => (
      <>
        {isReviewDue(reviewDate, today) && status !== 'RETIRED' && <StateChip tone="warn">Review overdue</StateChip>}{' '}
        {reviewDate !== null && <span className="num">By {shortDate(reviewDate)}</span>}
        <QuietLine>{owner ?? (reviewDate === null ? 'No review planned' : 'No owner')}</QuietLine>
      </>
    ),
  },
  {
    heading: 'State',
    width: '9.5rem',
    cell: ({ status, newest }) => {
      const { tone, words } = procedureStatusWords(status);
      return (
        <>
          <StateChip tone={tone}>{words}</StateChip>
          {newest !== null && (
            <QuietLine>
              Version {newest.version}: {procedureStatusWords(newest.status).words.toLowerCase()}
            </QuietLine>
          )}
        </>
      );
    },
  },
];
