import type { Input, Output } from '#contract/calls.ts';
import { api } from '#src/session/api.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';

/** `day` is a plain date, '' for every day; `patient` a number as typed, '' for everybody. */
export type AuditQuestion = { readonly day: string; readonly person: string; readonly patient: string };
type Place = NonNullable<Output<'auditGet'>['data']['next']>;

/**
 * The audit trail, page after page. Each reading is logged, so it is read when somebody asks and never by itself.
 *
 * @param asked - counts the questions, so that the same one again reads again
 */
export const auditTrailOptions = (question: AuditQuestion, asked: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', question, asked],
    queryFn: async ({ pageParam, signal }) => (await api('auditGet', inputOf(question, pageParam), { signal })).data,
    initialPageParam: NEWEST,
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

// TypeScript would take the type of the first page for that of all.
const NEWEST: Place | null = null as Place | null;

function inputOf({ day, person, patient }: AuditQuestion, place: Place | null): Input<'auditGet'> {
  return { person, ...(day === '' ? {} : { day }), ...(patient === '' ? {} : { patient }), ...place };
}
