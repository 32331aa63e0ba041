import { mayBecome, type DeliveryReason, type DeliveryState } from '#domain/notifications/deliveries.ts';
import { lockDelivery, markDead, updateDelivery, type DeliveryRow } from '#server/data/notifications/deliveries.ts';
import { markJobQueued } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { countDelivery } from '#server/http/metrics.ts';
import { countUsage } from './mail-managers.ts';

/**
 * How far a message has come; `providerId`: the id by which its service knows it, where it says so; `isTaken`: false where no service
 * took it, so that it costs nothing.
 */
export type DeliveryUpdate = {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly providerId?: string | undefined;
  readonly isTaken?: boolean;
};

/**
 * Moves a message forwards, in the transaction `db`: never back, however often and in whatever order a service tells of it. Its text is deleted once a
 * service has it, its address once it is settled. @returns whether it moved
 */
export async function settleDelivery(
  db: Db,
  deps: Deps,
  { organisation_id: organisationId, id }: Pick<DeliveryRow, 'organisation_id' | 'id'>,
  { state, reason, providerId, isTaken: mayBeTaken = true }: DeliveryUpdate,
): Promise<boolean> {
  const row = await lockDelivery(db, { organisationId, id });
  // Of what was printed here no service can tell.
  if (row === undefined || row.service === 'PRINT' || !mayBecome(row.state, state)) return false;
  const now = new Date(deps.clock()).toISOString();
  const isTaken = mayBeTaken && state !== 'WAITING' && state !== 'DROPPED';
  const isSettled = state !== 'SENT';
  await updateDelivery(
    db,
    { organisationId, id },
    {
      state,
      reason,
      body: null,
      lease_until: null,
      ...(providerId === undefined ? {} : { provider_id: providerId }),
      ...(isTaken && row.sent_at === null ? { sent_at: now } : {}),
      ...(isSettled ? { settled_at: now, recipient: null } : {}),
      // One that arrives after all needs nobody any more.
      ...(state === 'DELIVERED' ? { followed_at: row.followed_at ?? now } : {}),
    },
  );
  countDelivery(row.channel, state);
  if (isTaken && row.sent_at === null)
    await countUsage(db, deps, { organisationId, channel: row.channel, amount: row.channel === 'SMS' ? (row.parts ?? 1) : 1 });
  if (reason === 'ADDRESS_REFUSED')
    await markDead(db, { organisation_id: organisationId, recipient_mac: row.recipient_mac, channel: row.channel, at: now });
  if (state === 'FAILED' || state === 'DROPPED') markJobQueued(db);
  return true;
}
