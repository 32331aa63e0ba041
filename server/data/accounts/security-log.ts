import type { SecurityEvent } from '#contract/security.ts';
import type { SecurityEventType } from '#domain/security.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { likeText, pageOf, type ResultPage, type Paged } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables.ts';

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

/** Inserts an event into the security log, in the transaction of its cause. */
export async function insertSecurityEvent(
  db: Db,
  { newId, clock }: { newId: () => string; clock: () => number },
  { organisationId, type, actor, subject, address, detail }: NewSecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_log')
    .values({
      organisation_id: organisationId,
      id: newId(),
      at: new Date(clock()).toISOString(),
      type,
      actor_id: actor?.id ?? null,
      actor: actor?.name ?? null,
      subject: subject ?? null,
      address: address ?? null,
      detail: detail ?? '',
    })
    .execute();
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
  return pageOf(newestFirst(all), all, { page, limit });
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
    const wanted = Math.min(AT_ONCE, most - found.length);
    const rows = wanted === 0 ? [] : await newestFirst(rest).limit(wanted).execute();
    found.push(...rows);
    if (rows.length < AT_ONCE) return found;
  }
}

const AT_ONCE = 5000;

/** An event in the shape of the wire. */
export function presentSecurity({ id, at, type, actor, subject, address, detail }: SecurityRow): SecurityEvent {
  return { id, at, type, actor, subject, address, detail };
}
