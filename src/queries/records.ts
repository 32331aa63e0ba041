import type { Input, Output } from '#contract/calls.ts';
import type { SeenCase } from '#store/case-view.ts';
import { queryOptions } from '@tanstack/react-query';
import { whenHeld } from '#src/held/held.ts';
import { api } from './api.ts';
import { askForOne, type Asked } from './ask-server.ts';
import { useAct, type Intent } from './consents.ts';
import { keep } from './keep.ts';

/** What screens show of cases: the contract's own shapes, with what stands on this tablet alone. */
export type { SeenCase, SeenConsentSummary, SeenRecordSummary } from '#store/case-view.ts';
export type { SeenConsent, Stopped } from '#store/consent-view.ts';
export type { MadeSignature } from '#store/kept.ts';

/** Keys of everything about cases. */
const recordKeys = {
  details: (recordID: string) => ['records', 'details', recordID] as const,
  timeline: (recordID: string, length: number) => ['records', 'timeline', recordID, length] as const,
};

/** One case with its versions, newest first, and its timeline; from this tablet where the server cannot be reached. */
export function recordDetailsOptions(recordID: string) {
  return queryOptions({
    queryKey: recordKeys.details(recordID),
    queryFn: ({ signal }) => seenCase(recordID, signal),
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

async function seenCase(recordID: string, signal: AbortSignal): Promise<SeenCase> {
  const ask = async (stop: AbortSignal) => (await api('recordDetails', { id: recordID }, { signal: stop })).data;
  const look = async (asked: Asked<Output<'recordDetails'>['data']>): Promise<SeenCase> => {
    if (asked.held === null) return asked.told;
    const { caseHere } = await import('./cases-here.ts');
    return caseHere(recordID, asked);
  };
  return askForOne(ask, look, signal);
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
    networkMode: 'always',
    refetchOnReconnect: true,
  });
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

/** What an act came to: the version that is then the newest, and whether the server has heard of it. */
type Acted = { readonly consentID: string; readonly isSent: boolean };

/** Recalls, reopens, consents again, withdraws or voids. A withdrawal is kept on this tablet where there is no network. */
export function useReasonedAct() {
  return useAct(async ({ body, key }: Intent<Reasoned>): Promise<Acted> => {
    const { consentID, reason } = body;
    if (body.act !== 'withdraw') {
      const acted = await actNow({ ...body, act: body.act }, key);
      // What else this tablet shows of the case comes with what changed; nobody waits for it.
      void (await whenHeld())?.pull();
      return { consentID: acted, isSent: true };
    }
    const { kind } = await keep({ call: 'recordWithdraw', input: { consentID, reason }, key });
    return { consentID, isSent: kind === 'sent' };
  });
}

type ActNow = Reasoned & { readonly act: Exclude<ReasonedAct, 'withdraw'> };

async function actNow({ act, recordID, consentID, reason }: ActNow, key: string): Promise<string> {
  const options = { idempotencyKey: key };
  switch (act) {
    case 'recall':
      return (await api('recordRecall', { consentID, reason }, options)).data.consentID;
    case 'reopen':
      return (await api('recordReopen', { id: recordID, reason }, options)).consentID;
    case 'reconsent':
      return (await api('recordReconsent', { id: recordID, reason }, options)).consentID;
    case 'void':
      return (await api('recordVoid', { consentID, reason }, options)).data.consentID;
  }
}

/** Deletes a draft. */
export function useDeleteDraft() {
  return useAct(({ body, key }: Intent<Input<'recordDelete'>>) => api('recordDelete', body, { idempotencyKey: key }));
}
