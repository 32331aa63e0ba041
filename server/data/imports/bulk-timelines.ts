import { CHAIN_START, eventHash, type TimelineEvent } from '#domain/cases/timeline.ts';
import { chainEnds, nextPlace, sealedHead, writeHeads, type ChainKey } from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { sha256Hex } from '#server/sha256.ts';
import { insertRows } from '#server/data/patients/bulk-rows.ts';
import { timelineOf, type NewEvent } from '#server/data/cases/timeline.ts';

type NewTimeline = { readonly caseId: string; readonly events: readonly NewEvent[] };

/** The first events of cases that are made in this transaction, each chained, with the recorded ends: as of one case, in few statements. */
export async function insertTimelines(
  db: Db,
  { organisationId, chainKey }: { organisationId: string; chainKey: ChainKey },
  timelines: readonly NewTimeline[],
): Promise<void> {
  const events: Readonly<Record<string, unknown>>[] = [];
  const heads: ReturnType<typeof sealedHead>[] = [];
  for (const timeline of timelines) {
    const chained = await chain(timeline.events);
    for (const [at, event] of chained.entries())
      events.push(rowOf(event, { organisationId, caseId: timeline.caseId, seq: at + 1 }));
    const last = chained.at(-1);
    if (last === undefined) continue;
    const end = { length: chained.length, head: last.hash, at: last.at, recorded: {} };
    heads.push(sealedHead(chainKey, { ...timelineOf(organisationId, timeline.caseId), ...end }));
  }
  await insertRows(db, 'timeline', events);
  await insertRows(db, 'chain_heads', heads);
}

/** Adds one event to each of these cases, whose rows the caller has locked, in three statements. */
export async function addEvents(
  db: Db,
  { organisationId, chainKey }: { organisationId: string; chainKey: ChainKey },
  added: readonly { readonly caseId: string; readonly event: NewEvent }[],
): Promise<void> {
  const ids = added.map(({ caseId }) => caseId);
  const ends = await chainEnds(db, chainKey, { organisationId, chain: 'TIMELINE', ids });
  const placed = await Promise.all(
    added.map(async ({ caseId, event: { deviceAt = null, detail = {}, ...event } }) => {
      const { head, last } = ends.get(caseId) ?? { head: undefined, last: undefined };
      const { seq, prevHash, at, recorded } = nextPlace(head, last, event.at);
      const linked = { ...event, at, deviceAt, detail, prevHash };
      const hash = await eventHash(linked, sha256Hex);
      const end = { ...timelineOf(organisationId, caseId), length: seq, head: hash, at, recorded };
      return { row: rowOf({ ...linked, hash }, { organisationId, caseId, seq }), head: sealedHead(chainKey, end) };
    }),
  );
  await insertRows(
    db,
    'timeline',
    placed.map(({ row }) => row),
  );
  await writeHeads(
    db,
    placed.map(({ head }) => head),
  );
}

async function chain(events: readonly NewEvent[]): Promise<TimelineEvent[]> {
  const chained: TimelineEvent[] = [];
  for (const { deviceAt = null, detail = {}, ...event } of events) {
    const linked = { ...event, deviceAt, detail, prevHash: chained.at(-1)?.hash ?? CHAIN_START };
    chained.push({ ...linked, hash: await eventHash(linked, sha256Hex) });
  }
  return chained;
}

function rowOf(
  { deviceAt, versionId, prevHash, ...event }: TimelineEvent,
  { organisationId, caseId, seq }: { organisationId: string; caseId: string; seq: number },
) {
  return {
    organisation_id: organisationId,
    case_id: caseId,
    seq,
    ...event,
    device_at: deviceAt,
    version_id: versionId,
    prev_hash: prevHash,
  };
}
