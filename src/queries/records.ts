import type { Input } from '#contract/calls.ts';
import { queryOptions, useMutation, useQueryClient, type MutationFunction } from '@tanstack/react-query';
import { api } from './api.ts';
import { forgetCases, type Intent } from './consents.ts';

/** Keys of everything about cases. */
const recordKeys = {
  details: (recordID: string) => ['records', 'details', recordID] as const,
  timeline: (recordID: string, length: number) => ['records', 'timeline', recordID, length] as const,
};

/** One case with its versions, newest first, and its timeline. */
export function recordDetailsOptions(recordID: string) {
  return queryOptions({
    queryKey: recordKeys.details(recordID),
    queryFn: ({ signal }) => api('recordDetails', { id: recordID }, { signal }),
    select: (answer) => answer.data,
  });
}

/**
 * The timeline as the server has walked it: the events, and whether their chain is unbroken.
 *
 * @param length - how many events are known; a case that has grown is walked again
 */
export function recordTimelineOptions(recordID: string, length: number) {
  return queryOptions({
    queryKey: recordKeys.timeline(recordID, length),
    queryFn: ({ signal }) => api('recordTimeline', { id: recordID }, { signal }),
  });
}

/** Everything that is asked again after an act upon a case: it may have happened even when no answer came. */
function useAct<Body, Answer>(act: MutationFunction<Answer, Intent<Body>>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: act, networkMode: 'always', gcTime: 0, onSettled: () => forgetCases(client) });
}

export function useAnswerQuestion() {
  return useAct(({ body, key }: Intent<Input<'recordAnswer'>>) => api('recordAnswer', body, { idempotencyKey: key }));
}

/** What may be done to a case with a reason. */
const REASONED_ACTS = ['recall', 'reopen', 'reconsent', 'withdraw', 'void'] as const;
type ReasonedAct = (typeof REASONED_ACTS)[number];
type Reasoned = {
  readonly act: ReasonedAct;
  readonly recordID: string;
  readonly consentID: string;
  readonly reason: string;
};

/** Recalls, reopens, consents again, withdraws or voids; resolves to the id of the version that is then the newest. */
export function useReasonedAct() {
  return useAct(async ({ body, key }: Intent<Reasoned>) => {
    const { act, recordID, consentID, reason } = body;
    const options = { idempotencyKey: key };
    switch (act) {
      case 'recall':
        return (await api('recordRecall', { consentID, reason }, options)).data.consentID;
      case 'reopen':
        return (await api('recordReopen', { id: recordID, reason }, options)).consentID;
      case 'reconsent':
        return (await api('recordReconsent', { id: recordID, reason }, options)).consentID;
      case 'withdraw':
        return (await api('recordWithdraw', { consentID, reason }, options)).data.consentID;
      case 'void':
        return (await api('recordVoid', { consentID, reason }, options)).data.consentID;
    }
  });
}

/** Deletes a draft. */
export function useDeleteDraft() {
  return useAct(({ body, key }: Intent<Input<'recordDelete'>>) => api('recordDelete', body, { idempotencyKey: key }));
}
