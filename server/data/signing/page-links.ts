import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import { linksOfSigner, type LinkRow } from './links.ts';
import type { SignerKey } from './signers.ts';

/** The link of one signer that has not ended, whatever it is for; there is one at most. */
export async function liveLinkOf(db: Db, key: SignerKey): Promise<LinkRow | undefined> {
  return linksOfSigner(db, key).selectAll().where('ended_at', 'is', null).executeTakeFirst();
}

type Since = SignerKey & { readonly since: string; readonly now: string };

/** Links of one signer that wrong answers have locked since a moment. Those of a clock that was ahead are not counted. */
export async function lockedLinksSince(db: Db, { since, now, ...key }: Since): Promise<number> {
  const { count } = await linksOfSigner(db, key)
    .select((has) => has.fn.countAll<number>().as('count'))
    .where('locked_at', '>', since)
    .where('locked_at', '<=', latestRight(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether staff have ended the newest link that went to this address, as it may be somebody else's. @param address - in lower case */
export async function isEndedByStaff(db: Db, { address, ...key }: SignerKey & { readonly address: string }): Promise<boolean> {
  const newest = await linksOfSigner(db, key)
    .select('ended_by')
    .where(sql`lower(address)`, '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('ended_at', (by) => by.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return newest?.ended_by === 'STAFF';
}
