import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { hashToken } from '#server/data/tokens.ts';

type NewSession = {
  organisationId: string;
  id: string;
  userId: string;
  token: string;
  now: string;
  endsAt: string;
  /** network address, and the browser in words */
  address: string;
  agent: string;
  /** the tablet that it began on, if that has proved its id */
  deviceId: string | null;
};

/** Starts a staff session; only the token's hash is stored. */
export async function createSession(
  db: Db,
  { organisationId, id, userId, token, now, endsAt, address, agent, deviceId }: NewSession,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      organisation_id: organisationId,
      id,
      user_id: userId,
      signed_in_at: now,
      ends_at: endsAt,
      ended_at: null,
      address,
      agent,
      device_id: deviceId,
    })
    .execute();
  await addToken(db, { sessionId: id, token, now });
}

/** Adds a token to the same session: the end of a handover issues one, as the page deleted the first at its start. */
export async function addToken(
  db: Db,
  { sessionId, token, now }: { sessionId: string; token: string; now: string },
): Promise<void> {
  await db
    .insertInto('session_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: now })
    .execute();
}

export async function sessionById(db: Db, id: string) {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function moveEnd(db: Db, id: string, endsAt: string): Promise<void> {
  await db.updateTable('sessions').set({ ends_at: endsAt }).where('id', '=', id).execute();
}

/** Moves the sign-in and the end of a session, if nobody has moved them since they were read. All times ISO. */
export async function moveSession(
  db: Db,
  { id, before }: { id: string; before: string },
  { signedInAt, endsAt }: { signedInAt: string; endsAt: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ signed_in_at: signedInAt, ends_at: endsAt })
    .where('id', '=', id)
    .where('signed_in_at', '=', before)
    .execute();
}

/** Ends a session at once; its tokens go with it. */
export async function revokeSession(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute();
  await db.deleteFrom('session_tokens').where('session_id', '=', id).execute();
}

/** Ends every session of a user at once, on all servers. @param except - a session that goes on */
export async function endSessionsOf(
  db: Db,
  { userId, now, except }: { userId: string; now: string; except?: string },
): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (all) => all.where('id', '<>', except ?? ''))
    .returning('id')
    .execute();
  if (ended.length === 0) return;
  await db
    .deleteFrom('session_tokens')
    .where(
      'session_id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
}

/**
 * The sessions among these that are still in force, as for each call: not ended, of an active person whose date has not passed, in an
 * organisation that goes on.
 */
export async function sessionsInForce(
  db: Db,
  { ids, now, today }: { ids: readonly string[]; now: string; today: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').onRef('u.organisation_id', '=', 's.organisation_id'))
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select('s.id')
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', now)
    .where('o.ended_at', 'is', null)
    .where('u.status', '=', 'ACTIVE')
    .where((by) => by.or([by('u.expiry_date', 'is', null), by('u.expiry_date', '>=', today)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts a wrong password at the lock screen and returns the count. */
export async function countUnlockFailure(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('sessions')
    .set({ unlock_failures: sql<number>`unlock_failures + 1` })
    .where('id', '=', id)
    .returning('unlock_failures')
    .executeTakeFirst();
  return row?.unlock_failures ?? 0;
}

export async function clearUnlockFailures(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ unlock_failures: 0 }).where('id', '=', id).execute();
}
