import type { ServedFromCache } from '#src/offline/local/context.ts';
import { listState } from '#src/queries/client/list-state.ts';
import type { ListContent } from '#src/ui/layout/ListScreen.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { FreshnessNotice } from './FreshnessNotice.tsx';
import { QueryFailure } from './QueryFailure.tsx';

type ListQuery<Row> = {
  readonly data:
    | {
        readonly records: readonly Row[];
        readonly page: number;
        readonly limit: number;
        readonly total: number;
        readonly totalIsCapped?: true | undefined;
        readonly servedFromCache?: ServedFromCache | null | undefined;
      }
    | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
};

/** One page of a list from its query's state: rows, a failure with a retry, and notices of age and origin. */
export function listContent<Row>(query: ListQuery<Row>): ListContent<Row> {
  const { data, error, refetch } = query;
  const isCopy = data?.servedFromCache !== undefined && data.servedFromCache !== null;
  return {
    rows: data?.records ?? [],
    state: listState(query),
    failed: <QueryFailure failure={error} onRetry={() => void refetch()} />,
    unknown: isCopy || query.isError ? <NoneOnThisTablet /> : undefined,
    paging:
      data === undefined
        ? null
        : { page: data.page, limit: data.limit, total: data.total, isCapped: data.totalIsCapped === true },
    notices: <FreshnessNotice fromTablet={data?.servedFromCache} query={query} />,
  };
}

/** This tablet has copies of some: that it has none does not say that there is none. */
function NoneOnThisTablet() {
  return (
    <EmptyState icon="search" title="None on this tablet">
      There may be others. They show here as soon as the server answers.
    </EmptyState>
  );
}
