import { sql } from 'kysely';
import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { LinkRow } from './links.ts';

/** The link of one signer that has not ended, whatever it is for; there is one at most. */
export async function liveLinkOf(
  db: Db,
  { organisationId, id, order }: ConsentKey & { readonly order: number },
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Links of one signer that wrong answers have locked since a moment. Those of a clock that was ahead are not counted. */
export async function lockedLinksSince(
  db: Db,
  {
    organisationId,
    id,
    order,
    since,
    now,
  }: ConsentKey & { readonly order: number; readonly since: string; readonly now: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('links')
    .select((has) => has.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order)
    .where('locked_at', '>', since)
    .where('locked_at', '<=', latestRight(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether staff have ended the newest link that went to this address, as it may be somebody else's. @param address - in lower case */
export async function isEndedByStaff(
  db: Db,
  { organisationId, id, order, address }: ConsentKey & { readonly order: number; readonly address: string },
): Promise<boolean> {
  const newest = await db
    .selectFrom('links')
    .select('ended_by')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order)
    .where(sql`lower(address)`, '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('ended_at', (by) => by.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return newest?.ended_by === 'STAFF';
}
