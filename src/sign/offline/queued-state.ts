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
  const isOwn = await Promise.all(ops.map((op) => isOf(store, op, handoverId)));
  const calls = ops.filter((_, at) => isOwn[at]).map(({ call }) => call);
  const last = calls.find((call) => call in ENDINGS);
  return {
    hasUnsent: calls.length > 0,
    isHandoverQueued: calls.includes('consentSendToSign'),
    ending: last === undefined ? null : ENDINGS[last as keyof typeof ENDINGS],
  };
}

async function isOf({ vault }: Store, op: OpRow, handoverId: string): Promise<boolean> {
  const input = await nullIfUnreadable(readPayload(vault, op));
  return input?.['handoverId'] === handoverId;
}
