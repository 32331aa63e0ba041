import { LIST_WORDS, type ListType } from '#domain/theatre/listed.ts';
import { listState } from '#src/queries/client/list-state.ts';
import { theatreListOptions } from '#src/queries/theatre.ts';
import { useToday } from '#src/queries/use-today.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useSession } from '#src/session/session.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { listGroups } from './list-groups.ts';
import { theatreListQuery, showing, type ListsFilter } from './lists-filter.ts';
import { ListsActions } from './ListsActions.tsx';
import { ListsFilters } from './ListsFilters.tsx';
import { NeedsRefresh } from './NeedsRefresh.tsx';
import { TheatreGroup } from './TheatreGroup.tsx';

type TheatreListsProps = { readonly filter: ListsFilter; readonly onFilter: (next: ListsFilter) => void };

/** The cases of a day or a week by place, what is not ready first. */
export function TheatreLists({ filter, onFilter }: TheatreListsProps) {
  const today = useToday();
  const userId = useSession()?.user._id;
  const list = theatreListQuery(filter, today);
  const query = useQuery(theatreListOptions({ ...list.days, listType: list.listType }));
  const all = query.data?.cases ?? [];
  const shown = all.filter(showing(list.show, userId));
  return (
    <>
      <PageHeader
        title="Lists"
        about={list.words}
        actions={<ListsActions list={list} filter={filter} total={query.data === undefined ? null : shown.length} />}
      />
      <Page>
        <NeedsRefresh list={query.data} />
        <ListsFilters list={list} all={all} onFilter={(next) => onFilter({ ...filter, ...next })} />
        {listState(query) === 'loading' && <Skeleton card lines={8} />}
        {listState(query) === 'failed' && <QueryFailure failure={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && shown.length === 0 && <NothingListed hasOthers={all.length > 0} list={list.listType} />}
        {listGroups(shown).map((group) => (
          <TheatreGroup key={group.key} group={group} hasDate={list.isWeek} today={today} />
        ))}
      </Page>
    </>
  );
}

function NothingListed({ hasOthers, list }: { readonly hasOthers: boolean; readonly list: ListType }) {
  if (hasOthers) return <EmptyState title="Nothing here">Choose “All” to see the other cases of this day.</EmptyState>;
  return (
    <EmptyState title="Nobody is listed">
      The {LIST_WORDS[list].toLowerCase()} is empty on these days. A case is put on it from its own page.
    </EmptyState>
  );
}
