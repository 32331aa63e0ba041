/**
 * What a list shows: what is known, however old, before that something failed; bones while nothing is known yet.
 *
 * @param query - as TanStack Query gives it
 */
export function listState({
  data,
  isError,
}: {
  readonly data: unknown;
  readonly isError: boolean;
}): 'ready' | 'failed' | 'loading' {
  if (data !== undefined) return 'ready';
  return isError ? 'failed' : 'loading';
}
