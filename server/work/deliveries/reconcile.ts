import { DAY, HOUR } from '#domain/base/limits.ts';
import { DELIVERY_TIMEOUT } from '#domain/notifications/deliveries.ts';
import { sentToReconcile, updateDelivery, type DeliveryRow } from '#server/data/notifications/deliveries.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { openMessageSettings } from '#server/work/messages/message-settings.ts';
import { followDelivery } from './follow.ts';
import { govukOf, updateOfGovukStatus, updateOfNhsStatus } from './services.ts';
import { settleDelivery, type DeliveryUpdate } from './settle.ts';

/** Messages that one round asks about [choice]. */
const LOOKUPS_PER_ROUND = 50;
/** A message of which its service has told nothing for so long is looked up, and again after as long; after a week nobody is asked any more [choice]. */
const LOOKUP_INTERVAL = HOUR;
const LOOKUP_SPAN = 7 * DAY;

/**
 * Asks services about messages of which they have told nothing: they call back for some minutes alone. One that has not arrived in its time goes by
 * the next channel too.
 *
 * @returns true while more may be due
 */
export async function reconcileSent(deps: Deps): Promise<boolean> {
  const at = (ms: number) => new Date(deps.clock() - ms).toISOString();
  const query = {
    before: at(LOOKUP_INTERVAL),
    lookedUpBefore: at(LOOKUP_INTERVAL),
    since: at(LOOKUP_SPAN),
    most: LOOKUPS_PER_ROUND,
  };
  const rows = await sentToReconcile(deps.database.db, query);
  for (const row of rows)
    await reconcile(deps, row).catch((error: unknown) =>
      deps.log.error('a message was not followed', { job: row.channel, error: error instanceof Error ? error.name : 'unknown' }),
    );
  return rows.length === LOOKUPS_PER_ROUND;
}

async function reconcile(deps: Deps, row: DeliveryRow): Promise<void> {
  const { db } = deps.database;
  const key = { organisationId: row.organisation_id, id: row.id };
  // Written down first: one that cannot be asked about keeps no other one waiting.
  await updateDelivery(db, key, { looked_at: new Date(deps.clock()).toISOString() });
  const update = await statusAtService(deps, row).catch((error: unknown) => {
    // A service that answers nobody holds up nobody: once its time is over the message goes by the next channel.
    deps.log.warn('a service was asked in vain', { job: row.channel, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  });
  await inTransaction(db, async (trx) => {
    if (update !== null && update.state !== 'SENT') await settleDelivery(trx, deps, row, update);
    else if (
      deps.clock() - Date.parse(row.sent_at ?? row.created_at) >= DELIVERY_TIMEOUT[row.channel] &&
      row.channel !== 'LETTER'
    )
      await followDelivery(trx, deps, row);
  });
}

async function statusAtService(deps: Deps, row: DeliveryRow): Promise<DeliveryUpdate | null> {
  if (row.service === 'NHS') {
    // A message that it had taken before has no id that anybody knows: its callbacks alone tell of it.
    if (row.provider_id === null || deps.nhsNotify === undefined) return null;
    return updateOfNhsStatus(await deps.nhsNotify.status(row.provider_id));
  }
  const service = govukOf(await openMessageSettings(deps.database.db, row.organisation_id, deps), deps);
  const found = await service?.find(row.channel === 'LETTER' ? 'letter' : 'sms', row.id);
  const update = found === undefined ? null : updateOfGovukStatus(found.status);
  return update === null ? null : { ...update, providerId: found?.id };
}
