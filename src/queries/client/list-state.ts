/**
 * State of a list: known rows, however old, take precedence over a failure; the skeleton shows while nothing is known yet.
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
