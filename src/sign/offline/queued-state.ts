import type { VisitEnding } from '#src/sign/visit.ts';
import type { OpRow } from '#store/db/op.ts';
import { opsOfLane } from '#store/outbox/lanes.ts';
import { laneOf } from '#store/outbox/calls.ts';
import { readPayload } from '#store/outbox/payload.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import type { Store } from '#store/session/store.ts';

/** The calls after which nobody signs in a handover, and how a visit ends with them. */
const ENDINGS = { recordSign: 'signed', recordDecline: 'declined', recordLater: 'later' } as const satisfies Partial<
  Record<OpRow['call'], VisitEnding>
>;

/** The calls of one handover that are queued on this tablet. */
export type QueuedState = {
  readonly hasUnsent: boolean;
  readonly isHandoverQueued: boolean;
  /** null while no queued call ends the visit */
  readonly ending: VisitEnding | null;
};

/** Reads the calls of a handover from the outbox: a page before a reload has queued them. */
export async function queuedStateOf(
  store: Store,
  { consentID, handoverId }: { readonly consentID: string; readonly handoverId: string },
): Promise<QueuedState> {
  const ops = await opsOfLane(store.db, laneOf('consents', consentID));
  const inputs = await Promise.all(ops.map(async (op) => nullIfUnreadable(readPayload(store.vault, op))));
  const own = ops.flatMap(({ call }, at) => (inputs[at]?.['handoverId'] === handoverId ? [{ call, input: inputs[at] }] : []));
  const calls = own.map(({ call }) => call);
  const hasAnswered = own.some(({ call, input }) => call === 'recordAnswers' && input['signature'] !== undefined);
  const last = calls.find((call) => call in ENDINGS);
  return {
    hasUnsent: calls.length > 0,
    isHandoverQueued: calls.includes('consentSendToSign'),
    ending: hasAnswered ? 'answered' : last === undefined ? null : ENDINGS[last as keyof typeof ENDINGS],
  };
}
