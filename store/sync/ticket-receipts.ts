import { calls, type QueuedCall } from '#contract/calls.ts';
import { bodyOf } from '#contract/engine/call.ts';
import { seal } from '#store/crypto/seal.ts';
import type { SentRow } from '#store/db/vault-database.ts';
import { laneOf } from '#store/outbox/calls.ts';
import { isQuotaExceeded } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';

/** A signer's call that the server has answered by ticket; `key`: its idempotency key, `input`: as it was given to be sent. */
export type TakenCall = { readonly call: QueuedCall; readonly key: string; readonly input: object };

/**
 * Saves receipts of what a signer of a form did with a ticket, as of calls that this device had queued: a server that was restored from a
 * backup is offered them as well, after all that was sent before. One that is there already keeps its place. Without room for them none
 * is saved: nothing else makes room for receipts.
 *
 * @throws NotSent when an input does not fit its call's schema
 */
export async function saveTicketReceipts(store: Store, consentID: string, taken: readonly TakenCall[]): Promise<void> {
  const { db, env } = store;
  // Receipts are offered in the order of their times.
  const newest = await db.sent.orderBy('ackedAt').last();
  const from = Math.max(env.now(), (newest?.ackedAt ?? 0) + 1);
  const known = await db.sent.bulkGet(taken.map(({ key }) => key));
  const added = taken.filter((_, nth) => known[nth] === undefined);
  const rows = await Promise.all(added.map((each, nth) => receiptOf(store, consentID, { ...each, at: from + nth })));
  try {
    await db.sent.bulkAdd(rows);
  } catch (failure) {
    if (!isQuotaExceeded(failure)) throw failure;
  }
}

/** @param taken - `at`: epoch ms */
async function receiptOf(
  { vault, env }: Store,
  consentID: string,
  { call, key, input, at }: TakenCall & { at: number },
): Promise<SentRow> {
  return {
    ...(await seal(vault.local, { table: 'sent', id: key }, bodyOf(calls[call], input), env)),
    opId: key,
    lane: laneOf('consents', consentID),
    call,
    entityId: consentID,
    capturedAt: new Date(env.now()).toISOString(),
    ackedAt: at,
  };
}
