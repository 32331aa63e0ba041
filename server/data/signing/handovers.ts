import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { sql, type Selectable } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import { hashToken } from '#server/data/tokens.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** A ticket lasts this long after its last use [choice]. */
export const TICKET_LENGTH = 30 * MINUTE;
/** No ticket outlives this, however often it is used: a longer visit is handed over again [choice]. */
export const TICKET_CAP = 4 * HOUR;

export type HandoverRow = Selectable<Tables['handovers']>;

export async function handoverById(db: Db, organisationId: string, id: string): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handovers')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertHandover(db: Db, row: HandoverRow): Promise<void> {
  await db.insertInto('handovers').values(row).execute();
}

/** A fresh ticket for a handover; earlier ones of the same handover end with it, as their page is gone. */
export async function renewTicket(
  db: Db,
  {
    organisationId,
    handoverId,
    token,
    endsAt,
    latestEnd,
  }: { organisationId: string; handoverId: string; token: string; endsAt: string; latestEnd: string },
): Promise<void> {
  await deleteTicket(db, { organisationId, handoverId });
  await db
    .insertInto('tickets')
    .values({
      token_hash: hashToken(token),
      organisation_id: organisationId,
      handover_id: handoverId,
      ends_at: endsAt,
      latest_end: latestEnd,
    })
    .execute();
}

/** Ends the ticket of a handover, and not the handover. */
export async function deleteTicket(
  db: Db,
  { organisationId, handoverId }: { organisationId: string; handoverId: string },
): Promise<void> {
  await db.deleteFrom('tickets').where('organisation_id', '=', organisationId).where('handover_id', '=', handoverId).execute();
}

/** Whether somebody may hold a ticket of this handover that has not ended. */
export async function hasTicket(
  db: Db,
  { organisationId, handoverId, now }: { organisationId: string; handoverId: string; now: string },
): Promise<boolean> {
  const ticket = await db
    .selectFrom('tickets')
    .select('handover_id')
    .where('organisation_id', '=', organisationId)
    .where('handover_id', '=', handoverId)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return ticket !== undefined;
}

/**
 * Whether a signer has a version on a tablet of the ward now: what is shown there must not change. A ticket that ends later than one can is of
 * a clock that was ahead: it holds nothing until its next use.
 */
export async function isOnTablet(
  db: Db,
  { organisationId, id, now }: { organisationId: string; id: string; now: string },
): Promise<boolean> {
  const held = await db
    .selectFrom('handovers as h')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.handover_id', '=', 'h.id').onRef('t.organisation_id', '=', 'h.organisation_id'),
    )
    .select('h.id')
    .where('h.organisation_id', '=', organisationId)
    .where('h.consent_id', '=', id)
    .where('h.ended_at', 'is', null)
    .where('h.link_id', 'is', null)
    .where('t.ends_at', '>', now)
    .where('t.ends_at', '<=', latestRight(now, TICKET_LENGTH))
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Moves a ticket's end with its use, and never past its latest end. */
export async function moveTicketEnd(db: Db, handoverId: string, organisationId: string, endsAt: string): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ ends_at: sql<string>`least(${endsAt}::timestamptz, latest_end)` })
    .where('organisation_id', '=', organisationId)
    .where('handover_id', '=', handoverId)
    .execute();
}

/** Ties a handover to the session that will end it. @param isQueued - the tablet says that it started without a network */
export async function bindHandover(
  db: Db,
  { organisationId, id, sessionId, isQueued }: { organisationId: string; id: string; sessionId: string; isQueued: boolean },
): Promise<void> {
  await db
    .updateTable('handovers')
    .set({ session_id: sessionId, ...(isQueued ? { is_queued: true } : {}) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export async function closeHandover(
  db: Db,
  { organisationId, id, now }: { organisationId: string; id: string; now: string },
): Promise<boolean> {
  const ended = await db
    .updateTable('handovers')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends every handover of one version: it was recalled, voided or replaced, so nobody signs it any more. */
export async function endHandoversOf(
  db: Db,
  { organisationId, id, now }: { organisationId: string; id: string; now: string },
): Promise<void> {
  await db
    .updateTable('handovers')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
