import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type ReportRow = Selectable<Tables['safety_reports']>;
type Key = { readonly organisationId: string; readonly id: string };

/** The number of the next report of an organisation, whose row is locked. */
export async function nextReportNumber(db: Db, organisationId: string): Promise<number> {
  const { last } = await db
    .selectFrom('safety_reports')
    .select((has) => has.fn.coalesce(has.fn.max('number'), sql<number>`0`).as('last'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return last + 1;
}

export async function insertReport(db: Db, { context, ...row }: Insertable<Tables['safety_reports']>): Promise<void> {
  await db
    .insertInto('safety_reports')
    .values({ ...row, context: json(context) })
    .execute();
}

/** A report, locked until this transaction ends. */
export async function lockReport(db: Db, { organisationId, id }: Key): Promise<ReportRow | undefined> {
  return db
    .selectFrom('safety_reports')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateReport(
  db: Db,
  { organisationId, id }: Key,
  change: Pick<
    Updateable<Tables['safety_reports']>,
    'state' | 'hazard' | 'answer' | 'settled_at' | 'settled_by' | 'settled_name' | 'told_again_at'
  >,
): Promise<void> {
  await db.updateTable('safety_reports').set(change).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** The reports of an organisation, open ones first, then the newest; of one reporter where a user is named. */
export async function listReports(
  db: Db,
  { organisationId, userId, most }: { organisationId: string; userId?: string; most: number },
): Promise<ReportRow[]> {
  const query = db
    .selectFrom('safety_reports')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('number', 'desc');
  if (userId !== undefined) return query.where('by_id', '=', userId).limit(most).execute();
  const open = await query.where('state', '<>', 'CLOSED').limit(most).execute();
  const closed = await query
    .where('state', '=', 'CLOSED')
    .limit(most - open.length)
    .execute();
  return [...open, ...closed];
}

/** Reports of harm that nobody has seen since a moment, and that were told once alone. Those of a clock that was ahead wait for nothing. */
export async function unseenHarm(db: Db, { before, now, most }: { before: string; now: string; most: number }): Promise<Key[]> {
  return db
    .selectFrom('safety_reports')
    .select(['organisation_id as organisationId', 'id'])
    .where('state', '=', 'NEW')
    .where('harm', '=', 'YES')
    .where('told_again_at', 'is', null)
    .where((has) => has.or([has('received_at', '<=', before), has('received_at', '>', latestRight(now))]))
    .limit(most)
    .execute();
}
