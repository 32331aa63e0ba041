import type { LinkEnd } from '#domain/signing/link.ts';
import { isPatientSide } from '#domain/patients/restricted.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { hashToken } from '#server/data/tokens.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ConsentKey } from '#server/data/consents/consents.ts';
import type { SignerKey } from './signers.ts';

/** Links that one round of a job ends or reminds of; the next round takes the others [choice]. */
export const LINKS_PER_ROUND = 100;

export type LinkRow = Selectable<Tables['links']>;
/** Roles whose address may be where the patient lives. */
const PATIENT_SIDE = SIGNER_ROLES.filter(isPatientSide);

export type LinkKey = { readonly organisationId: string; readonly linkId: string };

export async function insertSignerLink(db: Db, { contact_macs: macs, ...row }: Insertable<Tables['links']>): Promise<void> {
  await db
    .insertInto('links')
    .values({ ...row, ...(macs == null ? {} : { contact_macs: json(macs) }) })
    .execute();
}

/** Adds a token to a link: of its first mail, of a reminder, or of a code that is shown. */
export async function addLinkToken(
  db: Db,
  { organisationId, linkId, token, now }: LinkKey & { readonly token: string; readonly now: string },
): Promise<void> {
  await db
    .insertInto('link_tokens')
    .values({ token_hash: hashToken(token), organisation_id: organisationId, link_id: linkId, created_at: now })
    .execute();
}

/** The link of a token, whatever has become of it; undefined for a token that was never given out. */
export async function linkByToken(db: Db, token: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('link_tokens as t')
    .innerJoin('links as l', (join) => join.onRef('l.id', '=', 't.link_id').onRef('l.organisation_id', '=', 't.organisation_id'))
    .selectAll('l')
    .where('t.token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

export async function updateLink(
  db: Db,
  { organisationId, linkId }: LinkKey,
  { contact_macs: macs, ...change }: Updateable<Tables['links']>,
): Promise<void> {
  const set = { ...change, ...(macs == null ? {} : { contact_macs: json(macs) }) };
  await db.updateTable('links').set(set).where('organisation_id', '=', organisationId).where('id', '=', linkId).execute();
}

/** The links of one signer, for whatever purpose. */
export function linksOfSigner(db: Db, { organisationId, id, order }: SignerKey) {
  return db
    .selectFrom('links')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('signing_order', '=', order);
}

/**
 * Links that were sent to one signer since a moment: how many, and when the oldest went, ISO. Those of a clock that was ahead are not counted:
 * no signer waits for a link until the clock is there.
 */
export async function linksSince(
  db: Db,
  { since, now, ...key }: SignerKey & { readonly since: string; readonly now: string },
): Promise<{ count: number; oldest: string | null }> {
  return linksOfSigner(db, key)
    .select((has) => [has.fn.countAll<number>().as('count'), has.fn.min('created_at').as('oldest')])
    .where('purpose', '=', 'SIGN')
    .where('created_at', '>', since)
    .where('created_at', '<=', latestRight(now))
    .executeTakeFirstOrThrow();
}

/**
 * Counts one wrong answer, under the lock of its case.
 *
 * @param most - wrong answers in the life of a link
 * @returns the answers so far, this one included; undefined where none is left
 */
export async function countWrongAnswer(db: Db, { organisationId, linkId }: LinkKey, most: number): Promise<number | undefined> {
  const row = await db
    .updateTable('links')
    .set((has) => ({ tries: has('tries', '+', 1) }))
    .where('organisation_id', '=', organisationId)
    .where('id', '=', linkId)
    .where('tries', '<', most)
    .where('locked_at', 'is', null)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries;
}

/** Locks a link; false where that was done before. */
export async function lockLink(db: Db, { organisationId, linkId }: LinkKey, now: string): Promise<boolean> {
  const locked = await db
    .updateTable('links')
    .set({ locked_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', linkId)
    .where('locked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return locked !== undefined;
}

/** A link, whatever has become of it, by its id. */
export async function linkById(db: Db, { organisationId, linkId }: LinkKey): Promise<LinkRow | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', linkId)
    .executeTakeFirst();
}

/** A link that has not ended, by its id. */
export async function liveLinkById(db: Db, key: LinkKey): Promise<LinkRow | undefined> {
  const link = await linkById(db, key);
  return link?.ended_at === null ? link : undefined;
}

/** Links whose time has ended, and nobody has noted it. */
export async function endedLinks(db: Db, now: string, limit: number): Promise<LinkRow[]> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute();
}

type LinksToRemind = {
  readonly now: string;
  /** of the last message of each, ISO */
  readonly before: string;
  readonly most: number;
  readonly limit: number;
};

/** Mailed links that nobody has answered, whose last mail went before a moment, with fewer reminders than the most. */
export async function linksToRemind(db: Db, { now, before, most, limit }: LinksToRemind): Promise<LinkRow[]> {
  return (
    db
      .selectFrom('links')
      .selectAll()
      .where('channel', '=', 'EMAIL')
      .where('purpose', '=', 'SIGN')
      .where('ended_at', 'is', null)
      .where('locked_at', 'is', null)
      .where('ends_at', '>', now)
      .where('reminders', '<', most)
      .where((has) => has(has.fn.coalesce('reminded_at', 'created_at'), '<=', before))
      // Of a letter staff have chosen no other way.
      .where((has) => has.or([has('way', 'is', null), has('way', '<>', 'LETTER')]))
      .orderBy('created_at')
      .limit(limit)
      .execute()
  );
}

/**
 * Ends the links that were mailed to a patient, or to family with whom they may live, and forgets where they went, on the forms as well:
 * somebody else may read that mailbox.
 */
export async function forgetAddresses(
  db: Db,
  { organisationId, patientId, now }: { readonly organisationId: string; readonly patientId: string; readonly now: string },
): Promise<void> {
  const forms = db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .select('v.id')
    .where('v.organisation_id', '=', organisationId)
    .where('c.patient_id', '=', patientId);
  await db
    .updateTable('links')
    .set((has) => ({
      address: null,
      ended_at: has.fn.coalesce('ended_at', has.val(now)),
      ended_by: has.fn.coalesce('ended_by', has.val<LinkEnd>('PROTECTED')),
    }))
    .where('organisation_id', '=', organisationId)
    .where('role', 'in', PATIENT_SIDE)
    .where((has) => has.or([has('address', 'is not', null), has('way', 'is not', null)]))
    .where('consent_id', 'in', forms)
    .execute();
  await db
    .updateTable('recipients')
    .set({ email: null })
    .where('organisation_id', '=', organisationId)
    .where('role', 'in', PATIENT_SIDE)
    .where('email', 'is not', null)
    .where('consent_id', 'in', forms)
    .execute();
}

type Ending = { readonly now: string; readonly by: LinkEnd };

/** Ends the links of one version that have not ended; of one signer where a place is named. @returns those that ended with it */
export async function endLinks(
  db: Db,
  { organisationId, id, order, until }: ConsentKey & { readonly order?: number; readonly until?: string },
  { now, by }: Ending,
): Promise<LinkRow[]> {
  let query = db
    .updateTable('links')
    .set({ ended_at: now, ended_by: by })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('ended_at', 'is', null);
  if (order !== undefined) query = query.where('signing_order', '=', order);
  if (until !== undefined) query = query.where('created_at', '<=', until);
  return query.returningAll().execute();
}
