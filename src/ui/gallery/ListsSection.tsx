import { useState } from 'react';
import { DataTable, type Column } from '#src/ui/layout/DataTable.tsx';
import { FilterChips } from '#src/ui/fields/FilterChips.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { SearchBox } from '#src/ui/fields/SearchBox.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState, FailedState } from '#src/ui/states.tsx';
import { demoHref, demoRows, type DemoRow } from './demo-rows.ts';

/** Columns of a ward list, as a screen would write them. */
export const demoColumns: readonly Column<DemoRow>[] = [
  {
    heading: 'Patient',
    width: '2fr',
    cell: (row) => (
      <>
        {row.name}
        <small>{row.number}</small>
      </>
    ),
  },
  {
    heading: 'Born',
    width: '1fr',
    phoneLabel: true,
    cell: (row) => (
      <>
        <span className="num">{row.born}</span>
        <small>{row.age}</small>
      </>
    ),
  },
  {
    heading: 'Procedure',
    width: '2fr',
    cell: (row) => (
      <>
        {row.procedure}
        <small>
          {row.side !== undefined && (
            <>
              <strong>{row.side}</strong> ·{' '}
            </>
          )}
          {row.place}
        </small>
      </>
    ),
  },
  { heading: 'Consent', width: '1.75fr', cell: (row) => <StateChip tone={row.tone}>{row.state}</StateChip> },
];

const filters = [
  { value: 'all', label: 'All', count: 9 },
  { value: 'action', label: 'Needs action', count: 4 },
  { value: 'ready', label: 'Ready for theatre', count: 5 },
] as const;

/** Lists: rows, filter, search, pages; loading, empty and failed. */
export function ListsSection() {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<(typeof filters)[number]['value']>('all');
  const [page, setPage] = useState(2);
  const list = {
    columns: demoColumns,
    rowKey: (row: DemoRow) => row.id,
    rowHref: (row: DemoRow) => demoHref(`/patient/detail?id=${row.id}`),
  };
  return (
    <>
      <h2>Lists</h2>
      <SearchBox label="Name, number or birth date" value={search} onChange={setSearch} />
      <FilterChips label="Show" options={filters} value={filter} onChange={setFilter} />
      <DataTable {...list} label="Today’s list" rows={demoRows} empty={null} />
      <Pager noun="patients" page={page} limit={10} total={43} onPage={setPage} />
      <DataTable {...list} label="Loading list" rows={[]} state="loading" skeletonRows={3} empty={null} />
      <DataTable
        {...list}
        label="Empty list"
        rows={[]}
        empty={<EmptyState title="No patient found">Check the spelling, or search for the NHS number or birth date.</EmptyState>}
      />
      <DataTable
        {...list}
        label="Failed list"
        rows={[]}
        state="failed"
        empty={null}
        failed={<FailedState title="Something went wrong" onRetry={() => setPage(1)} />}
      />
    </>
  );
}
