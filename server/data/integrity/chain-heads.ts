import { canonical } from '#domain/base/canonical.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { RecordedFacts } from '#server/data/tables/integrity-rows.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** The key of the recorded ends; it is never in the database. */
export type ChainKey = { /** HMAC-SHA-256 of a text, 64 hex */ mac(text: string): string };

type HeadRow = Selectable<Tables['chain_heads']>;
/** One chain: the timeline of a case, the history of a patient's details, the security log of an organisation, or a day of one server's access log. */
export type ChainRef = Pick<HeadRow, 'organisation_id' | 'chain' | 'id'>;
/** The recorded end of a chain. `isOurs`: written with this server's key. */
export type ChainHead = Pick<HeadRow, 'length' | 'head' | 'at' | 'recorded' | 'mac'> & { isOurs: boolean };
/** One event's place in its table. */
type Last = { seq: number; hash: string; at: string };

/** The recorded end of a chain. */
export async function chainHead(db: Db, key: ChainKey, ref: ChainRef): Promise<ChainHead | undefined> {
  const row = await db
    .selectFrom('chain_heads')
    .selectAll()
    .where('organisation_id', '=', ref.organisation_id)
    .where('chain', '=', ref.chain)
    .where('id', '=', ref.id)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, isOurs: isOurs(key, row) };
}

/** Whether a recorded end was written with this key and is as it was written. */
export function isOurs(key: ChainKey, row: HeadRow): boolean {
  return row.mac === macOf(key, row);
}

/** A row of the recorded ends with its MAC. */
export function sealedHead(key: ChainKey, row: Omit<HeadRow, 'mac'>): HeadRow {
  return { ...row, mac: macOf(key, row) };
}

function macOf(key: ChainKey, { organisation_id, chain, id, length, head, at, recorded }: Omit<HeadRow, 'mac'>): string {
  return key.mac(canonical({ organisation_id, chain, id, length, head, at, recorded }));
}

export async function writeHead(db: Db, row: HeadRow): Promise<void> {
  const { length, head, at, mac } = row;
  const recorded = json(row.recorded);
  await db
    .insertInto('chain_heads')
    .values({ ...row, recorded })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'chain', 'id']).doUpdateSet({ length, head, at, recorded, mac }),
    )
    .execute();
}

/** The ends of one chain: the one recorded, and the last event or line in its table. */
export type ChainEnds = { head: ChainHead | undefined; last: Last | undefined };

const TABLES = {
  TIMELINE: { table: 'timeline', column: 'case_id' },
  PATIENT: { table: 'patient_changes', column: 'patient_id' },
  ACCESS: { table: 'access_log', column: 'chain_id' },
} as const;

/** The ends of chains of one kind by their ids, in one statement, whose two sides belong to the same moment. */
export async function chainEnds(
  db: Db,
  key: ChainKey,
  { organisationId, chain, ids }: { organisationId: string; chain: keyof typeof TABLES; ids: readonly string[] },
): Promise<Map<string, ChainEnds>> {
  if (ids.length === 0) return new Map();
  const { table, column } = TABLES[chain];
  const { rows } = await sql<EndsRow>`
    select w.id, l.seq as last_seq, l.hash as last_hash, l.at as last_at, h.length, h.head, h.at, h.recorded, h.mac
    from unnest(${[...ids]}::uuid[]) as w(id)
      left join lateral (select seq, hash, at from ${sql.table(table)} where organisation_id = ${organisationId}
        and ${sql.ref(column)} = w.id order by seq desc limit 1) l on true
      left join chain_heads h on h.organisation_id = ${organisationId} and h.chain = ${chain} and h.id = w.id`.execute(db);
  return new Map(rows.map((row) => [row.id, endsOf(key, { organisation_id: organisationId, chain, id: row.id }, row)]));
}

type Absent<T> = { [K in keyof T]: T[K] | null };
type EndsRow = { id: string } & Absent<Pick<HeadRow, 'length' | 'head' | 'at' | 'recorded' | 'mac'>> &
  Absent<{ last_seq: number; last_hash: string; last_at: string }>;

function endsOf(key: ChainKey, ref: ChainRef, row: EndsRow): ChainEnds {
  const { length, head, at, recorded, mac, last_seq: seq, last_hash: hash, last_at: lastAt } = row;
  const isRecorded = length !== null && head !== null && at !== null && recorded !== null && mac !== null;
  const stored = isRecorded ? { length, head, at, recorded, mac } : undefined;
  return {
    head: stored && { ...stored, isOurs: isOurs(key, { ...ref, ...stored }) },
    last: seq === null || hash === null || lastAt === null ? undefined : { seq, hash, at: lastAt },
  };
}

/** Whether a chain ends where it was recorded to end, and always did. */
export function isEndIntact({ head, last }: ChainEnds): boolean {
  if (head === undefined) return last === undefined;
  // A record from before there was a chain has an end without a line.
  return (
    head.isOurs &&
    head.recorded.isBroken !== true &&
    head.length === (last?.seq ?? 0) &&
    head.head === (last?.hash ?? CHAIN_START)
  );
}

/** Records the ends of many chains in one statement. */
export async function writeHeads(db: Db, rows: readonly HeadRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into chain_heads (organisation_id, chain, id, length, head, at, recorded, mac)
    select organisation_id, chain, id, length, head, at, recorded, mac from jsonb_populate_recordset(null::chain_heads, ${json(rows)})
    on conflict (organisation_id, chain, id) do update set length = excluded.length, head = excluded.head, at = excluded.at,
      recorded = excluded.recorded, mac = excluded.mac`.execute(db);
}

/**
 * The place of the next event. It follows the recorded end, so that events which were cut leave a gap, and marks a chain whose
 * recorded end is not its own: the next event must not cover what was altered before. Its time is never before that of the last.
 *
 * @param last - the last event in the table
 */
export function nextPlace(
  head: ChainHead | undefined,
  last: Last | undefined,
  at: string,
): { seq: number; prevHash: string; at: string; recorded: RecordedFacts } {
  const present = last ?? { seq: 0, hash: CHAIN_START };
  const isWhole =
    head === undefined ? last === undefined : head.isOurs && head.length === present.seq && head.head === present.hash;
  const before = head?.isOurs === true && head.length >= present.seq ? { seq: head.length, hash: head.head } : present;
  return {
    seq: before.seq + 1,
    prevHash: before.hash,
    at: laterTime(at, laterTime(last?.at, head?.isOurs === true ? head.at : undefined)),
    recorded: { ...(head?.isOurs === true ? head.recorded : {}), ...(isWhole ? {} : { isBroken: true }) },
  };
}

/** The later of two times, ISO; the server's clock may have been set back. */
export function laterTime<T extends string | undefined>(one: T, other: string | undefined): T | string {
  return other !== undefined && (one === undefined || other > one) ? other : one;
}

/** The newest time in all chains, ISO; undefined for an empty database. */
export async function newestEnd(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('chain_heads').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
  return row?.at;
}
