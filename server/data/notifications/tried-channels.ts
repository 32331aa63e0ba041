import type { DeliveredChannel } from '#domain/notifications/deliveries.ts';
import type { Db } from '#server/data/db.ts';
import type { DeliveryRow } from './deliveries.ts';

type Tried = Pick<DeliveryRow, 'kind' | 'news'> & { readonly organisationId: string; readonly linkId: string };

/** The messages of a link of one kind, of news those of one. */
function messagesOfLink(db: Db, { organisationId, linkId, kind, news }: Tried) {
  return db
    .selectFrom('deliveries')
    .where('organisation_id', '=', organisationId)
    .where('link_id', '=', linkId)
    .where('kind', '=', kind)
    .where('news', 'is not distinct from', news);
}

/** The channels by which a message of a link was tried and did not arrive. */
export async function triedChannels(db: Db, tried: Tried): Promise<DeliveredChannel[]> {
  const rows = await messagesOfLink(db, tried).select('channel').distinct().where('state', '<>', 'DELIVERED').execute();
  return rows.map(({ channel }) => channel);
}

/** Whether a message of a link waits, was taken by its service, or has arrived. */
export async function isOnItsWay(db: Db, tried: Tried): Promise<boolean> {
  const row = await messagesOfLink(db, tried)
    .select('id')
    .where('state', 'in', ['WAITING', 'SENT', 'DELIVERED'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the latest mail of a link went nowhere. */
export async function isMailRefused(
  db: Db,
  { organisationId, linkId }: Pick<Tried, 'organisationId' | 'linkId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .select('state')
    .where('organisation_id', '=', organisationId)
    .where('link_id', '=', linkId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'FAILED';
}
