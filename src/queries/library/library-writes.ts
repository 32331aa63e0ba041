import type { Input } from '#contract/calls.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { ProcedureDetails } from '#domain/library/procedure.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from '#src/session/api.ts';

/** The newest version of a procedure, from the server alone: the text that an editor starts with. */
export const newestProcedureOptions = (id: string) =>
  queryOptions({
    queryKey: ['library', 'procedures', 'newest', id],
    queryFn: async ({ signal }) => {
      const { data } = await api('procedureGetDetails', { id }, { signal });
      if (data.newest === null) return data;
      return (await api('procedureGetDetails', { id, version: data.newest.version }, { signal })).data;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Creates a procedure. The same key repeats a try whose answer was lost without creating a second one. */
export function useCreateProcedure() {
  return useLibraryWrite(({ input, idempotencyKey }: Keyed<Input<'procedureCreate'>>) =>
    api('procedureCreate', input, { idempotencyKey }),
  );
}

/** Changes the newest version; a stale revision fails with VERSION_CONFLICT, see {@link currentProcedureOf}. */
export function useUpdateProcedure() {
  return useLibraryWrite(({ input, idempotencyKey }: Keyed<Input<'procedureUpdate'>>) =>
    api('procedureUpdate', input, { idempotencyKey }),
  );
}

/** Moves a version to review, into use, back to draft, or out of use. */
export function useMoveProcedure() {
  return useLibraryWrite((input: Input<'procedureUpdateStatus'>) => api('procedureUpdateStatus', input));
}

/** Sets or takes away the mark of a translation's review. */
export function useReviewTranslation() {
  return useLibraryWrite((input: Input<'procedureReviewTranslation'>) => api('procedureReviewTranslation', input));
}

/** Changes the links of a procedure. */
export function useEditResources() {
  return useLibraryWrite((input: Input<'procedureEditResources'>) => api('procedureEditResources', input));
}

/** The stored procedure, from a refusal for a stale revision. */
export function currentProcedureOf(failure: unknown): ProcedureDetails | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const parsed = v.safeParse(v.object({ current: ProcedureDetails }), failure.data);
  return parsed.success ? parsed.output.current : null;
}

function useLibraryWrite<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => void client.invalidateQueries({ queryKey: ['library'] }) });
}
