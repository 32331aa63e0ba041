import { CHAIN_START, eventHash, type TimelineEvent } from '#domain/timeline.ts';
import { sealedHead, type ChainKey } from '#server/data/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { sha256Hex } from '#server/sha256.ts';
import { insertRows } from './bulk-rows.ts';
import { timelineOf, type NewEvent } from './timeline.ts';

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
