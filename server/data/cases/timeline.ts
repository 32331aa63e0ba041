import { eventHash, type EventAuthor, type TimelineEvent, type TimelineEventType } from '#domain/cases/timeline.ts';
import {
  chainHead,
  laterTime,
  nextPlace,
  sealedHead,
  writeHead,
  type ChainKey,
  type ChainRef,
} from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import { markEndToFile, requireTransaction } from '#server/data/transaction.ts';
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

/** Events after which a case must not be put back unseen to what it was before: their end is filed before the answer. */
const FILED_AT_ONCE: ReadonlySet<TimelineEventType> = new Set([
  'WITHDRAWN',
  'VOIDED',
  'DECLINED',
  'CHILD_SAID_NO',
  'DISAGREEMENT_SETTLED',
]);

/**
 * Adds one event to a case's timeline, chained to the one before, and records the chain's new end under the key. The caller holds
 * the case's row lock, so that no two events get the same position. An event is never earlier than the one before.
 */
export async function addEvent(
  db: Db,
  { organisationId, caseId, chainKey }: { organisationId: string; caseId: string; chainKey: ChainKey },
  event: NewEvent,
): Promise<void> {
  requireTransaction(db);
  const ref = timelineOf(organisationId, caseId);
  const last = await db
    .selectFrom('timeline')
    .select(['seq', 'hash', 'at'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { seq, prevHash, at, recorded } = nextPlace(await chainHead(db, chainKey, ref), last, event.at);
  const chained = {
    id: event.id,
    at,
    deviceAt: event.deviceAt ?? null,
    type: event.type,
    actor: event.actor,
    versionId: event.versionId,
    detail: event.detail ?? {},
    prevHash,
  };
  const hash = await eventHash(chained, sha256Hex);
  await db
    .insertInto('timeline')
    .values({
      organisation_id: organisationId,
      case_id: caseId,
      seq,
      id: chained.id,
      at: chained.at,
      device_at: chained.deviceAt,
      type: chained.type,
      actor: json(chained.actor),
      version_id: chained.versionId,
      detail: json(chained.detail),
      prev_hash: chained.prevHash,
      hash,
    })
    .execute();
  await writeHead(db, sealedHead(chainKey, { ...ref, length: seq, head: hash, at, recorded }));
  if (FILED_AT_ONCE.has(event.type)) markEndToFile(db, { organisation_id: organisationId, chain: 'TIMELINE', id: caseId });
}

/** The timeline of a case among the chains. */
export function timelineOf(organisationId: string, caseId: string): ChainRef {
  return { organisation_id: organisationId, chain: 'TIMELINE', id: caseId };
}

/** The time of a new entry of a case: now, or the time of its last event while the server's clock is behind that. */
export async function timeInCase(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  now: string,
): Promise<string> {
  const head = await db
    .selectFrom('timeline')
    .select('at')
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return laterTime(now, head?.at);
}

/** The newest event of one kind of a version; undefined without one. */
export async function lastEvent(
  db: Db,
  { organisationId, caseId, versionId }: { organisationId: string; caseId: string; versionId: string },
  type: TimelineEvent['type'],
): Promise<Pick<TimelineEvent, 'at' | 'deviceAt' | 'detail'> | undefined> {
  const row = await db
    .selectFrom('timeline')
    .select(['at', 'device_at', 'detail'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .where('version_id', '=', versionId)
    .where('type', '=', type)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.at, deviceAt: row.device_at, detail: row.detail };
}

/** The timeline of a case, oldest first. */
export async function eventsOf(db: Db, organisationId: string, caseId: string): Promise<TimelineEvent[]> {
  return (await eventsOfCases(db, organisationId, [caseId])).get(caseId) ?? [];
}

/** The timelines of these cases, each oldest first. */
export async function eventsOfCases(
  db: Db,
  organisationId: string,
  caseIds: readonly string[],
): Promise<Map<string, TimelineEvent[]>> {
  const timelines = new Map<string, TimelineEvent[]>(caseIds.map((id) => [id, []]));
  if (caseIds.length === 0) return timelines;
  const rows = await db
    .selectFrom('timeline')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('case_id', 'in', caseIds)
    .orderBy('case_id')
    .orderBy('seq')
    .execute();
  for (const row of rows)
    timelines.get(row.case_id)?.push({
      id: row.id,
      at: row.at,
      deviceAt: row.device_at,
      type: row.type,
      actor: row.actor,
      versionId: row.version_id,
      detail: row.detail,
      prevHash: row.prev_hash,
      hash: row.hash,
    });
  return timelines;
}

/** The events of one type in these cases, each case's oldest first. */
export async function eventsOfType(
  db: Db,
  organisationId: string,
  { caseIds, type }: { caseIds: readonly string[]; type: TimelineEventType },
): Promise<Pick<TimelineEvent, 'at' | 'actor' | 'versionId' | 'detail'>[]> {
  if (caseIds.length === 0) return [];
  return db
    .selectFrom('timeline')
    .select(['at', 'actor', 'version_id as versionId', 'detail'])
    .where('organisation_id', '=', organisationId)
    .where('case_id', 'in', caseIds)
    .where('type', '=', type)
    .orderBy('case_id')
    .orderBy('seq')
    .execute();
}

/** How many events of these types a version has since a moment, ISO. */
export async function countEventsSince(
  db: Db,
  { organisationId, caseId, versionId }: { organisationId: string; caseId: string; versionId: string },
  { types, since }: { types: readonly TimelineEventType[]; since: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('timeline')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .where('version_id', '=', versionId)
    .where('type', 'in', types)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
