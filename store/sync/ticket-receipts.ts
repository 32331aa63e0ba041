import type { QueuedCall } from '#contract/calls.ts';
import { seal } from '#store/crypto/seal.ts';
import type { SentRow } from '#store/db/vault-database.ts';
import { laneOf, type QueuedInput } from '#store/outbox/calls.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';

/** A signer's call that the server has answered by ticket; `key`: its idempotency key. */
export type TakenCall = {
  [K in QueuedCall]: { readonly call: K; readonly key: string; readonly input: QueuedInput<K> };
}[QueuedCall];

/**
 * Keeps receipts of what a signer of a form did with a ticket, as of calls that this device had queued: a server that was restored from a
 * backup is offered them as well, after all that was sent before.
 *
 * @throws StorageFull
 */
export async function keepTicketReceipts(store: Store, consentID: string, taken: readonly TakenCall[]): Promise<void> {
  const { db, env } = store;
  // Receipts are offered in the order of their times.
  const newest = await db.sent.orderBy('ackedAt').last();
  const from = Math.max(env.now(), (newest?.ackedAt ?? 0) + 1);
  const rows = await Promise.all(taken.map((each, nth) => receiptOf(store, consentID, { ...each, at: from + nth })));
  await withEviction(store, () => db.sent.bulkPut(rows));
}

/** @param taken - `at`: epoch ms */
async function receiptOf(
  { vault, env }: Store,
  consentID: string,
  { call, key, input, at }: TakenCall & { at: number },
): Promise<SentRow> {
  return {
    ...(await seal(vault.local, { table: 'sent', id: key }, input, env)),
    opId: key,
    lane: laneOf('consents', consentID),
    call,
    entityId: consentID,
    capturedAt: new Date(env.now()).toISOString(),
    ackedAt: at,
  };
}
