import { CHAIN_START, eventHash, type EventAuthor, type TimelineEvent, type TimelineEventType } from '#domain/timeline.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/open/json.ts';
import { sha256Hex } from '#server/sha256.ts';

export type NewEvent = {
  id: string;
  at: string;
  type: TimelineEventType;
  actor: EventAuthor;
  versionId: string | null;
  deviceAt?: string | null;
  detail?: TimelineEvent['detail'];
};

/**
 * Adds one event to a case's timeline, chained to the one before. The caller holds the case's row lock, so that no two events
 * get the same position.
 */
export async function addEvent(
  db: Db,
  { organisationId, caseId }: { organisationId: string; caseId: string },
  event: NewEvent,
): Promise<void> {
  const last = await db
    .selectFrom('timeline')
    .select(['seq', 'hash'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const chained = {
    id: event.id,
    at: event.at,
    deviceAt: event.deviceAt ?? null,
    type: event.type,
    actor: event.actor,
    versionId: event.versionId,
    detail: event.detail ?? {},
    prevHash: last?.hash ?? CHAIN_START,
  };
  await db
    .insertInto('timeline')
    .values({
      organisation_id: organisationId,
      case_id: caseId,
      seq: (last?.seq ?? 0) + 1,
      id: chained.id,
      at: chained.at,
      device_at: chained.deviceAt,
      type: chained.type,
      actor: json(chained.actor),
      version_id: chained.versionId,
      detail: json(chained.detail),
      prev_hash: chained.prevHash,
      hash: await eventHash(chained, sha256Hex),
    })
    .execute();
}

/** The timeline of a case, oldest first. */
export async function eventsOf(db: Db, organisationId: string, caseId: string): Promise<TimelineEvent[]> {
  const rows = await db
    .selectFrom('timeline')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    deviceAt: row.device_at,
    type: row.type,
    actor: row.actor,
    versionId: row.version_id,
    detail: row.detail,
    prevHash: row.prev_hash,
    hash: row.hash,
  }));
}
