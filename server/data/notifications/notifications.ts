import { KINDS_OF_NEWS, type NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { markJobQueued } from '#server/data/transaction.ts';

export type NotificationRow = Selectable<Tables['notifications']>;

/** Writes news down in the transaction of its event; an event is news to a recipient once. */
export async function insertNotifications(db: Db, rows: readonly Insertable<Tables['notifications']>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['organisation_id', 'event_id', 'kind', 'recipient']).doNothing())
    .execute();
  markJobQueued(db);
}

type OfCases = { readonly organisationId: string; readonly caseIds: readonly string[]; readonly kind: NotificationKind };

/** The recipients to whom cases were news of a kind, or will be, as their rows name them. */
export async function recipientsOfCases(db: Db, { organisationId, caseIds, kind }: OfCases): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('recipient')
    .where('organisation_id', '=', organisationId)
    .where('case_id', 'in', caseIds)
    .where('kind', '=', kind)
    .where('state', '<>', 'DROPPED')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

type Due = { readonly now: string; readonly longest: number; readonly most: number };

/**
 * News that is due, the oldest first, of kinds that this build knows. What a clock that was ahead has written waits for nothing.
 *
 * @param longest - the longest time for which news is put off, ms
 */
export async function dueNotifications(db: Db, { now, longest, most }: Due): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('state', '=', 'OPEN')
    .where('kind', 'in', KINDS_OF_NEWS)
    .where((has) =>
      has.or([has('due_at', '<=', now), has('due_at', '>', latestRight(now, longest)), has('created_at', '>', latestRight(now))]),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/**
 * Locks news that is still open, and of a user what is gathered beside it; what another server is working on is left out.
 *
 * @param rows - of one recipient
 */
export async function lockNotifications(db: Db, rows: readonly NotificationRow[], now: string): Promise<NotificationRow[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('organisation_id', '=', first.organisation_id)
    .where('state', '=', 'OPEN')
    .where('kind', 'in', KINDS_OF_NEWS)
    .where((has) =>
      has.or([
        has('id', 'in', ids),
        ...(first.user_id === null
          ? []
          : [
              has.and([
                has('user_id', '=', first.user_id),
                has.or([has('speed', '=', 'GATHERED'), has.and([has('speed', '=', 'DAILY'), has('due_at', '<=', now)])]),
              ]),
            ]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

/** `mailId`: of the mail to an account that tells of it. */
type Settled = { readonly state: 'SENT'; readonly mailId?: string } | { readonly state: 'DROPPED'; readonly reason: string };

/** Ends news of one organisation. */
export async function settleNotifications(
  db: Db,
  rows: readonly NotificationRow[],
  settled: Settled & { readonly now: string },
): Promise<void> {
  const reason = 'reason' in settled ? settled.reason : null;
  const mail = 'mailId' in settled && settled.mailId !== undefined ? { mail_id: settled.mailId } : {};
  await update(db, rows, { state: settled.state, settled_at: settled.now, reason, ...mail });
}

/** Puts news of one organisation off until a moment, ISO. */
export async function putOffNotifications(db: Db, rows: readonly NotificationRow[], until: string): Promise<void> {
  await update(db, rows, { due_at: until });
}

async function update(db: Db, rows: readonly NotificationRow[], change: Updateable<Tables['notifications']>): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable('notifications')
    .set(change)
    .where('organisation_id', '=', first.organisation_id)
    .where('id', 'in', ids)
    .execute();
}

/** The news of which a mail told an account. */
export async function newsOfMail(
  db: Db,
  { organisationId, mailId }: { readonly organisationId: string; readonly mailId: string },
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('mail_id', '=', mailId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** How many times since a moment mails of news were queued for a user. Those of a clock that was ahead are not counted. */
export async function mailingsSince(
  db: Db,
  { organisationId, userId, since, now }: { organisationId: string; userId: string; since: string; now: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((has) => has.fn.count<number>('settled_at').distinct().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('state', '=', 'SENT')
    .where('settled_at', '>', since)
    .where('settled_at', '<=', latestRight(now))
    .executeTakeFirstOrThrow();
  return count;
}
