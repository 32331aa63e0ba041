import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DeliveredChannel } from '#domain/notifications/deliveries.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { markJobQueued } from '#server/data/transaction.ts';

export type DeliveryRow = Selectable<Tables['deliveries']>;
type Key = { readonly organisationId: string; readonly id: string };

/** Queues a message in the transaction of its cause. */
export async function insertDelivery(db: Db, row: Insertable<Tables['deliveries']>): Promise<void> {
  await db.insertInto('deliveries').values(row).execute();
  markJobQueued(db);
}

/** A message by its id, which is the reference that services call it by. */
export async function deliveryById(db: Db, key: Key): Promise<DeliveryRow | undefined> {
  return byKey(db, key).executeTakeFirst();
}

/** The same, locked until this transaction ends. */
export async function lockDelivery(db: Db, key: Key): Promise<DeliveryRow | undefined> {
  return byKey(db, key).forUpdate().executeTakeFirst();
}

function byKey(db: Db, { organisationId, id }: Key) {
  return db.selectFrom('deliveries').selectAll().where('organisation_id', '=', organisationId).where('id', '=', id);
}

type Taking = {
  readonly channel: DeliveredChannel;
  readonly now: string;
  /** ms from now */
  readonly lease: number;
  /** the longest time for which one may wait, ms: one that waits longer was written by a clock that was ahead */
  readonly longest: number;
};

/** Leases the message of a channel that is due longest: no other server hands it over until the lease ends. */
export async function takeDelivery(db: Db, { channel, now, lease, longest }: Taking): Promise<DeliveryRow | undefined> {
  const next = db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'WAITING')
    .where('channel', '=', channel)
    .where((has) => has.or([has('next_at', '<=', now), has('next_at', '>', latestRight(now, longest))]))
    .where((has) =>
      has.or([has('lease_until', 'is', null), has('lease_until', '<=', now), has('lease_until', '>', latestRight(now, lease))]),
    )
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('deliveries')
    .set({ lease_until: new Date(Date.parse(now) + lease).toISOString(), attempts: sql<number>`attempts + 1` })
    .where('id', 'in', next)
    .returningAll()
    .executeTakeFirst();
}

export async function updateDelivery(
  db: Db,
  { organisationId, id }: Key,
  change: Omit<Updateable<Tables['deliveries']>, 'organisation_id' | 'id'>,
): Promise<void> {
  await db.updateTable('deliveries').set(change).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

type ToOne = { readonly organisationId: string; readonly macs: readonly string[]; readonly day: string; readonly week: string };

/** Counted messages that went to these addresses since a day and since a week. */
export async function sentTo(db: Db, { organisationId, macs, day, week }: ToOne): Promise<{ day: number; week: number }> {
  if (macs.length === 0) return { day: 0, week: 0 };
  const row = await db
    .selectFrom('deliveries')
    .select((has) => [has.fn.countAll<number>().as('week'), sql<number>`count(*) filter (where created_at > ${day})`.as('day')])
    .where('organisation_id', '=', organisationId)
    .where('recipient_mac', 'in', [...macs])
    .where('created_at', '>', week)
    .where('is_uncounted', '=', false)
    .where('state', '<>', 'DROPPED')
    .executeTakeFirstOrThrow();
  return row;
}

/** The channels by which a service has refused one of these addresses since a moment. */
export async function deadChannels(
  db: Db,
  { organisationId, macs, since }: { readonly organisationId: string; readonly macs: readonly string[]; readonly since: string },
): Promise<DeliveredChannel[]> {
  if (macs.length === 0) return [];
  const rows = await db
    .selectFrom('dead_addresses')
    .select('channel')
    .where('organisation_id', '=', organisationId)
    .where('recipient_mac', 'in', [...macs])
    .where('at', '>', since)
    .execute();
  return rows.map(({ channel }) => channel);
}

/** Notes that a service refuses an address. */
export async function markDead(db: Db, row: Tables['dead_addresses']): Promise<void> {
  await db
    .insertInto('dead_addresses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'recipient_mac', 'channel']).doUpdateSet({ at: row.at }))
    .execute();
}

/** Whether a callback is taken for the first time. */
export async function takeCallbackKey(db: Db, row: Tables['callback_keys']): Promise<boolean> {
  const taken = await db
    .insertInto('callback_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

type SentQuery = {
  readonly before: string;
  readonly lookedUpBefore: string;
  readonly since: string;
  readonly most: number;
};

/** Messages that a service has had for a while, and of which it was not asked a short while ago: some of them, the oldest first. */
export async function sentToReconcile(db: Db, { before, lookedUpBefore, since, most }: SentQuery): Promise<DeliveryRow[]> {
  return (
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('state', '=', 'SENT')
      // Nobody tells of what was printed here.
      .where('service', '<>', 'PRINT')
      .where('sent_at', '<=', before)
      .where('sent_at', '>', since)
      .where((has) => has.or([has('looked_at', 'is', null), has('looked_at', '<=', lookedUpBefore)]))
      .orderBy('sent_at')
      .limit(most)
      .execute()
  );
}

/** Messages that reached nobody and that nothing has followed yet. */
export async function unfollowed(db: Db, most: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('state', 'in', ['FAILED', 'DROPPED'])
    .where('followed_at', 'is', null)
    .orderBy('settled_at')
    .limit(most)
    .execute();
}

/** The messages of a version, by signer, of each the newest first. */
export async function deliveriesOf(
  db: Db,
  { organisationId, consentId, most }: { readonly organisationId: string; readonly consentId: string; readonly most: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', consentId)
    .orderBy('signing_order')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

type MailOfSigner = {
  readonly order: number;
  readonly state: 'QUEUED' | 'SENT' | 'FAILED';
  readonly error: string | null;
  readonly at: string;
};

/** The mails that went to the signers of a version by a link, the newest first. */
export async function mailsOf(
  db: Db,
  { organisationId, consentId, most }: { readonly organisationId: string; readonly consentId: string; readonly most: number },
): Promise<MailOfSigner[]> {
  return db
    .selectFrom('links as l')
    .innerJoin('mails as m', (join) => join.onRef('m.organisation_id', '=', 'l.organisation_id').onRef('m.link_id', '=', 'l.id'))
    .select(['l.signing_order as order', 'm.state', 'm.error', 'm.created_at as at'])
    .where('l.organisation_id', '=', organisationId)
    .where('l.consent_id', '=', consentId)
    .orderBy('m.created_at', 'desc')
    .limit(most)
    .execute();
}

/** Drops what was due before a moment and waits: a backup brings it back, and nobody knows what went out since. A person sends it again. */
export async function dropAfterRestore(
  db: Db,
  { before, now }: { readonly before: string; readonly now: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'DROPPED', reason: 'RESTORED', body: null, recipient: null, lease_until: null, settled_at: now })
    .where('state', '=', 'WAITING')
    .where('due_at', '<', before)
    .execute();
}
