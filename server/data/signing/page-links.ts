import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
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

/** Links of one signer that wrong answers have locked since a moment. */
export async function lockedLinksSince(
  db: Db,
  { organisationId, id, order, since }: ConsentKey & { readonly order: number; readonly since: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('links')
    .select((has) => has.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order)
    .where('locked_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
