import { DONE } from '#domain/base/done-messages.ts';
import type { VoidKind } from '#domain/base/states.ts';
import type { WithdrawalWay } from '#domain/cases/withdrawal-ways.ts';
import type { Input, Output } from '#contract/calls.ts';
import type { CaseView } from '#store/views/case.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/session/api.ts';
import { oneFromServerOrLocal, type CopyDisplay, type ServerOrLocal } from '#src/offline/server-or-local.ts';
import { SAVED_LOCALLY, useAct, useCaseCall, type ActResult, type Intent } from './consents.ts';
import { copyFirst } from '#src/queries/client/copy-first.ts';
import { writeOrQueue } from '#src/offline/write.ts';
import { startPull } from '#src/queries/client/start-pull.ts';

/** Views of cases for screens: the contract's shapes, with this tablet's unsent changes laid over. */
export type { CaseView, ConsentSummaryView, CaseSummaryView } from '#store/views/case.ts';
export type { ConsentView, BlockedChange } from '#store/views/consent.ts';
export type { LocalSignature } from '#store/entities/types.ts';

/** Keys of everything about cases. */
const recordKeys = {
  details: (recordID: string) => ['records', 'details', recordID] as const,
  timeline: (recordID: string, length: number) => ['records', 'timeline', recordID, length] as const,
};

/** One case with its versions, newest first, and its timeline; from this tablet when the server is out of reach. */
export function recordDetailsOptions(recordID: string) {
  return queryOptions({
    queryKey: recordKeys.details(recordID),
    queryFn: (context) => readCaseView(recordID, copyFirst(context)),
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

async function readCaseView(recordID: string, display: CopyDisplay<CaseView>): Promise<CaseView> {
  const ask = async (cut: AbortSignal) => (await api('recordDetails', { id: recordID }, { signal: cut })).data;
  const toView = async (answer: ServerOrLocal<Output<'recordDetails'>['data']>): Promise<CaseView> =>
    answer.local === null ? answer.data : answer.local.cases.details(recordID, answer);
  return oneFromServerOrLocal(ask, toView, display);
}

/**
 * The timeline as verified by the server: the events, and whether their hash chain is unbroken.
 *
 * @param length - number of known events; a case that has grown is verified again
 */
export function recordTimelineOptions(recordID: string, length: number) {
  return queryOptions({
    queryKey: recordKeys.timeline(recordID, length),
    queryFn: async ({ signal }) => (await api('recordTimeline', { id: recordID }, { signal })).data,
    networkMode: 'always',
    refetchOnReconnect: true,
  });
}

export function useAnswerQuestion() {
  return useAct(({ body, key }: Intent<Input<'recordAnswer'>>) => api('recordAnswer', body, { idempotencyKey: key }));
}

/** Acts on a case that need a reason. */
const REASONED_ACTS = ['recall', 'reopen', 'reconsent', 'withdraw', 'void'] as const;
type ReasonedAct = (typeof REASONED_ACTS)[number];
type Reasoned = {
  readonly act: ReasonedAct;
  readonly recordID: string;
  readonly consentID: string;
  readonly reason: string;
  /** of a version that is recorded in error */
  readonly kind?: VoidKind;
  /** of a withdrawal: the place of whoever asked, and how */
  readonly signing_order?: number;
  readonly how?: WithdrawalWay;
};

/** Result of an act: the version that is then the newest, and whether the server has acknowledged it. */
type ActedCase = { readonly consentID: string; readonly isSent: boolean };

/** Recalls, reopens, consents again, withdraws or voids. A withdrawal is queued on this tablet when offline. */
export function useReasonedAct() {
  return useAct(async ({ body, key }: Intent<Reasoned>): Promise<ActedCase> => {
    const { consentID, reason, signing_order, how } = body;
    if (body.act !== 'withdraw') {
      const acted = await performAct({ ...body, act: body.act }, key);
      await startPull();
      return { consentID: acted, isSent: true };
    }
    const { kind } = await writeOrQueue({
      call: 'recordWithdraw',
      input: {
        consentID,
        reason,
        ...(signing_order === undefined ? {} : { signing_order }),
        ...(how === undefined ? {} : { how }),
      },
      key,
    });
    return { consentID, isSent: kind === 'sent' };
  });
}

type ActNow = Reasoned & { readonly act: Exclude<ReasonedAct, 'withdraw'> };

async function performAct({ act, recordID, consentID, reason, kind }: ActNow, key: string): Promise<string> {
  const options = { idempotencyKey: key };
  switch (act) {
    case 'recall':
      return (await api('recordRecall', { consentID, reason }, options)).data.consentID;
    case 'reopen':
      return (await api('recordReopen', { id: recordID, reason }, options)).consentID;
    case 'reconsent':
      return (await api('recordReconsent', { id: recordID, reason }, options)).consentID;
    case 'void':
      return (await api('recordVoid', { consentID, reason, ...(kind === undefined ? {} : { kind }) }, options)).data.consentID;
  }
}

/** Confirms a consent on the day; queued on this tablet when offline. */
export function useConfirmDay() {
  return useAct(async ({ body, key }: Intent<Input<'recordConfirm'>>): Promise<ActResult> => {
    const result = await writeOrQueue({ call: 'recordConfirm', input: body, key });
    if (result.kind !== 'sent') return { isSent: false, message: SAVED_LOCALLY };
    await startPull();
    return { isSent: true, message: DONE.CONSENT_CONFIRMED };
  });
}

/** Records that a consent was not confirmed on the day; queued on this tablet when offline. */
export function useNotConfirmed() {
  return useAct(async ({ body, key }: Intent<Input<'recordNotConfirmed'>>): Promise<ActResult> => {
    const result = await writeOrQueue({ call: 'recordNotConfirmed', input: body, key });
    if (result.kind !== 'sent') return { isSent: false, message: SAVED_LOCALLY };
    await startPull();
    return { isSent: true, message: DONE.CONSENT_NOT_CONFIRMED };
  });
}

/** Records how adults who disagree over a form that is out came to a decision. */
export const useRecordDisagreement = () => useCaseCall('recordDisagreement');

/** Stores the assessment of a child by a second person. */
export const useAssessChild = () => useCaseCall('recordAssessChild');

/** Stores that a signed form is about its patient, whose details have changed since. */
export const useAcceptIdentity = () => useCaseCall('recordAcceptIdentity');

/** Stores the talk about choices that a signed form leaves open, and its outcome. */
export const useTalked = () => useCaseCall('recordTalked');

/** Stores that several consents of one patient, operation and day are all meant. */
export const useBothMeant = () => useCaseCall('recordBothMeant');

/** Deletes a draft. */
export function useDeleteDraft() {
  return useAct(({ body, key }: Intent<Input<'recordDelete'>>) => api('recordDelete', body, { idempotencyKey: key }));
}
