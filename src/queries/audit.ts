import type { Input, Output } from '#contract/calls.ts';
import type { AuditShown } from '#domain/audit/audit-trail.ts';
import { api } from '#src/session/api.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * `day` is a plain date, '' for every day; `patient` a number as typed, '' for everybody; `person` part of a name; `member` one member
 * of staff, whose lines of all days may be read.
 */
export type AuditQuestion = {
  readonly day: string;
  readonly person: string;
  readonly patient: string;
  readonly show: AuditShown;
  readonly member: { readonly id: string; readonly name: string } | null;
};
type Place = NonNullable<Output<'auditGet'>['data']['next']>;

/**
 * The audit trail, page after page. Each reading is logged, so it is read when somebody asks and never by itself.
 *
 * @param asked - counts the questions, so that the same one again reads again
 */
export const auditTrailOptions = (question: AuditQuestion, asked: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', question, asked],
    queryFn: async ({ pageParam, signal }) =>
      (await api('auditGet', { ...auditInputOf(question), ...pageParam }, { signal })).data,
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

/** A question as its calls take it. */
export function auditInputOf({ day, person, patient, show, member }: AuditQuestion): Omit<Input<'auditExport'>, 'format'> {
  return {
    person,
    show,
    ...(day === '' ? {} : { day }),
    ...(patient === '' ? {} : { patient }),
    ...(member === null ? {} : { userID: member.id }),
  };
}

/** How often records of other teams were opened with a reason. */
export const auditReasonsOptions = () =>
  queryOptions({
    queryKey: ['audit', 'reasons'],
    queryFn: async ({ signal }) => (await api('auditReasons', {}, { signal })).data,
  });

/** Query keys of what is refused for want of a reason. */
const REFUSED = ['patients', 'records', 'referrals'];

/**
 * Gives a reason to open a record; what was refused for want of one is read again.
 *
 * @param onOpened - called once it is read, also when the screen that asked is gone by then
 */
export function useGiveReason(onOpened: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Input<'patientBreakGlass'>) => api('patientBreakGlass', given),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: async () => {
      await Promise.all(REFUSED.map((subject) => client.invalidateQueries({ queryKey: [subject] })));
      onOpened();
    },
  });
}
