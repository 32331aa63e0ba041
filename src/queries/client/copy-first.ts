import type { CopyDisplay } from '#src/offline/server-or-local.ts';
import type { QueryFunctionContext } from '@tanstack/react-query';

/**
 * Shows a copy in a query that has no data, while its function waits for the server. The function's own result replaces it, and a
 * query that is cancelled forgets it. What is shown is dropped once the server wants a reason for it first.
 */
export function copyFirst<View>({
  client,
  queryKey,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>): CopyDisplay<View> {
  return {
    signal,
    show: (copy) => void client.setQueryData<View>(queryKey, (known) => known ?? copy),
    drop: () =>
      client
        .getQueryCache()
        .find<View>({ queryKey, exact: true })
        ?.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' }),
  };
}
