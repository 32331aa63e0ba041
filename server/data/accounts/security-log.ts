import type { SecurityEvent } from '#contract/security.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import { canonical } from '#domain/base/canonical.ts';
import { sql, type Selectable } from 'kysely';
import { chainHead, nextPlace, sealedHead, type ChainKey, type ChainRef } from '#server/data/integrity/chain-heads.ts';
import type { Db } from '#server/data/db.ts';
import { likeText, pageOf, type ResultPage, type Paged } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { json } from '#server/data/json.ts';
import { markEndToFile } from '#server/data/transaction.ts';
import { sha256Hex } from '#server/sha256.ts';

/** A new event of the security log. `actor` is its author; `subject` is the account or thing that it concerns; no word of a patient. */
export type NewSecurityEvent = {
  organisationId: string;
  type: SecurityEventType;
  actor?: { id: string; name: string };
  subject?: string;
  /** network address of the actor */
  address?: string;
  detail?: string;
};

/** The parts of the server that an entry needs. */
type Writing = { newId: () => string; clock: () => number; chainKey: ChainKey };

/** Entries that must not be put back unseen: their end is filed before the answer. */
const FILED_AT_ONCE: ReadonlySet<SecurityEventType> = new Set([
  'LEGAL_HOLD_PLACED',
  'LEGAL_HOLD_LIFTED',
  'DELETION_CONFIRMED',
  'DELETION_APPROVED',
  'RECORD_KEPT',
  'RECORD_DELETED',
  'RETENTION_CHANGED',
  'USER_SUSPENDED',
  'DEVICE_REVOKED',
]);

/** Inserts an event into the security log, in the transaction of its cause, chained to the one before. */
export async function insertSecurityEvent(db: Db, writing: Writing, event: NewSecurityEvent): Promise<void> {
  // Another entry that takes the same place first sends this one to the next.
  while (!(await insertNext(db, writing, event)));
  const { organisationId, type } = event;
  if (FILED_AT_ONCE.has(type)) markEndToFile(db, { organisation_id: organisationId, chain: 'SECURITY', id: organisationId });
}

async function insertNext(
  db: Db,
  { newId, clock, chainKey }: Writing,
  { organisationId, type, actor, subject, address, detail }: NewSecurityEvent,
): Promise<boolean> {
  const ref = securityChainOf(organisationId);
  const head = await chainHead(db, chainKey, ref);
  const last = await lastEntry(db, organisationId);
  const { seq, prevHash, at, recorded } = nextPlace(head, last, new Date(clock()).toISOString());
  const row = {
    organisation_id: organisationId,
    id: newId(),
    at,
    type,
    actor_id: actor?.id ?? null,
    actor: actor?.name ?? null,
    subject: subject ?? null,
    address: address ?? null,
    detail: detail ?? '',
    prev_hash: prevHash,
  };
  const hash = entryHash(row);
  const next = sealedHead(chainKey, { ...ref, length: seq, head: hash, at, recorded });
  // One statement: the entry is written only if its place is still free, and both or neither.
  const { rows } = await sql<object>`
    with moved as (
      insert into chain_heads (organisation_id, chain, id, length, head, at, recorded, mac)
      values (${next.organisation_id}, ${next.chain}, ${next.id}, ${next.length}, ${next.head}, ${next.at}, ${json(next.recorded)}, ${next.mac})
      on conflict (organisation_id, chain, id) do update
        set length = excluded.length, head = excluded.head, at = excluded.at, recorded = excluded.recorded, mac = excluded.mac
        where chain_heads.mac = ${head?.mac ?? ''}
      returning 1)
    insert into security_log (organisation_id, id, at, type, actor_id, actor, subject, address, detail, seq, prev_hash, hash)
    select cast(${row.organisation_id} as uuid), cast(${row.id} as uuid), cast(${row.at} as timestamptz), ${row.type}, cast(${row.actor_id} as uuid), ${row.actor},
      ${row.subject}, ${row.address}, ${row.detail}, cast(${seq} as integer), ${row.prev_hash}, ${hash} from moved
    returning id`.execute(db);
  return rows.length === 1;
}

/** The last entry of the chain; undefined for a log without one. */
export async function lastEntry(db: Db, organisationId: string): Promise<{ seq: number; hash: string; at: string } | undefined> {
  const last = await db
    .selectFrom('security_log')
    .select(['seq', 'hash', 'at'])
    .where('organisation_id', '=', organisationId)
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  // An entry with a place has a hash: both are written by one statement alone.
  return last as { seq: number; hash: string; at: string } | undefined;
}

/** The security log of an organisation among the chains. */
export function securityChainOf(organisationId: string): ChainRef {
  return { organisation_id: organisationId, chain: 'SECURITY', id: organisationId };
}

/** The hash of an entry: SHA-256 over the canonical JSON of everything in it but its place and its own hash. */
export function entryHash({
  organisation_id,
  id,
  at,
  type,
  actor_id,
  actor,
  subject,
  address,
  detail,
  prev_hash,
}: Omit<SecurityRow, 'seq' | 'hash'>): string {
  return sha256Hex(canonical({ organisation_id, id, at, type, actor_id, actor, subject, address, detail, prev_hash }));
}

/** Days are plain dates by the clock of `timeZone`; `search` is words, each of which must be found. */
export type SecurityFilter = {
  search: string;
  type: SecurityEventType | 'ALL';
  startDate?: string | undefined;
  endDate?: string | undefined;
  timeZone: string;
};
type SecurityRow = Selectable<Tables['security_log']>;

const matching = (db: Db, organisationId: string, { search, type, startDate, endDate, timeZone }: SecurityFilter) => {
  let query = db.selectFrom('security_log').where('organisation_id', '=', organisationId);
  if (type !== 'ALL') query = query.where('type', '=', type);
  const midnight = (day: string, after: string) =>
    sql<string>`(cast(${day} as date) + cast(${after} as interval)) at time zone cast(${timeZone} as text)`;
  if (startDate !== undefined) query = query.where('at', '>=', midnight(startDate, '0 days'));
  if (endDate !== undefined) query = query.where('at', '<', midnight(endDate, '1 day'));
  for (const word of search.split(/\s+/).filter((each) => each !== ''))
    query = query.where(sql`concat_ws(' ', actor, subject, address, detail)`, 'ilike', likeText(word));
  return query;
};

const newestFirst = (query: ReturnType<typeof matching>) => query.selectAll().orderBy('at', 'desc').orderBy('id', 'desc');

/** One page of the security log, newest first. */
export async function listSecurity(
  db: Db,
  organisationId: string,
  { page, limit, ...filter }: SecurityFilter & ResultPage,
): Promise<Paged<SecurityRow>> {
  const all = matching(db, organisationId, filter);
  return pageOf(db, { rows: newestFirst(all), all, isSearch: filter.search.trim() !== '' }, { page, limit });
}

/** The newest lines, newest first, read a few thousand at a time so that nobody else waits long. @param most - how many at most */
export async function newestSecurity(
  db: Db,
  organisationId: string,
  { most, ...filter }: SecurityFilter & { most: number },
): Promise<SecurityRow[]> {
  const found: SecurityRow[] = [];
  for (;;) {
    const last = found.at(-1);
    const all = matching(db, organisationId, filter);
    const rest = last === undefined ? all : all.where(sql<boolean>`(at, id) < (${last.at}, ${last.id})`);
    const wanted = Math.min(LOG_ENTRIES_AT_ONCE, most - found.length);
    const rows = wanted === 0 ? [] : await newestFirst(rest).limit(wanted).execute();
    found.push(...rows);
    if (rows.length < LOG_ENTRIES_AT_ONCE) return found;
  }
}

const LOG_ENTRIES_AT_ONCE = 5000;

/** Whether the same entry was written since a time, ISO. */
export async function hasSecurityEvent(
  db: Db,
  { organisationId, type, subject, detail }: Required<Pick<NewSecurityEvent, 'organisationId' | 'type' | 'subject' | 'detail'>>,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('security_log')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('at', '>=', since)
    .where('type', '=', type)
    .where('subject', '=', subject)
    .where('detail', '=', detail)
    .executeTakeFirst();
  return row !== undefined;
}

/** The next entries of the chain in their order, a few thousand at a time. */
export async function entriesAfter(
  db: Db,
  { organisationId, after, until }: { organisationId: string; after: number; until: number },
): Promise<SecurityRow[]> {
  return db
    .selectFrom('security_log')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(LOG_ENTRIES_AT_ONCE)
    .execute();
}

/** The next entries from before the log was a chain, by their ids, a few thousand at a time. */
export async function unchainedEntries(
  db: Db,
  { organisationId, after }: { organisationId: string; after: string | undefined },
): Promise<SecurityRow[]> {
  let query = db.selectFrom('security_log').selectAll().where('organisation_id', '=', organisationId).where('seq', 'is', null);
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(LOG_ENTRIES_AT_ONCE).execute();
}

/** An event in the shape of the wire. */
export function presentSecurity({ id, at, type, actor, subject, address, detail }: SecurityRow): SecurityEvent {
  return { id, at, type, actor, subject, address, detail };
}
