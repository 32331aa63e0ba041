import { DURATION_DAYS, type Duration } from '#domain/base/durations.ts';
import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely';
import { DAY } from '#domain/base/limits.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { requireTransaction } from '#server/data/transaction.ts';

export type CaseRow = Selectable<Tables['cases']>;
/**
 * The cases that a reader may see: those of the organisation, of these only one clinician's, or only those of a referrer: their own, and
 * those of their referrals until these end. `withEnded`: those of ended referrals as well, of which the referral alone may be shown.
 */
export type CaseVisibility = {
  organisationId: string;
  clinicianId: string | undefined;
  referrerId?: string | undefined;
  withEnded?: boolean;
};

/** Cases `c` that a reader may see, deleted ones never. */
export const visibleCases = (db: Db, reach: CaseVisibility) =>
  db.selectFrom('cases as c').where(isCaseInReach(reach)).where('c.deleted_at', 'is', null);

/** Whether case `c`, deleted or not, is one that a reader may see: the only place that reads the parts of a reach. */
export function isCaseInReach({ organisationId, clinicianId, referrerId, withEnded = false }: CaseVisibility) {
  const conditions = [
    sql`c.organisation_id = ${organisationId}`,
    ...(clinicianId === undefined ? [] : [sql`c.clinician_id = ${clinicianId}`]),
    ...(referrerId === undefined ? [] : [isOfReferrer(referrerId, withEnded)]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether case `c` is one that somebody who only refers may see. */
export function isOfReferrer(referrerId: string | RawBuilder<unknown>, withEnded = false) {
  const open = withEnded ? sql<boolean>`true` : sql<boolean>`c.referral_status not in ('REJECTED', 'CLOSED')`;
  return sql<boolean>`((c.referred_by = ${referrerId} and ${open}) or (c.referral_status is null and c.clinician_id = ${referrerId}))`;
}

export async function caseById(db: Db, reach: CaseVisibility, id: string): Promise<CaseRow | undefined> {
  return visibleCases(db, reach).selectAll('c').where('c.id', '=', id).executeTakeFirst();
}

/** The case, locked until this transaction ends: every change of a consent or a timeline goes through this lock. */
export async function lockCase(db: Db, reach: CaseVisibility, id: string): Promise<CaseRow | undefined> {
  requireTransaction(db);
  return visibleCases(db, reach).selectAll('c').where('c.id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether an id is taken, also by a case that was deleted. */
export async function isCaseKnown(db: Db, { organisationId, id }: { organisationId: string; id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('cases')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateCase(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
  change: UpdateObject<Tables, 'cases'>,
): Promise<void> {
  await db.updateTable('cases').set(change).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** The moment since which a duration counts, ISO; undefined for all time. @param now - epoch ms */
export function sinceOf(duration: Duration | 'ALL', now: number): string | undefined {
  return duration === 'ALL' ? undefined : new Date(now - DURATION_DAYS[duration] * DAY).toISOString();
}

/** The next cases of the whole database by their keys, deleted ones too, a few hundred at a time. */
export async function casesAfter(
  db: Db,
  after: { organisation_id: string; id: string } | undefined,
): Promise<{ organisation_id: string; id: string }[]> {
  let query = db.selectFrom('cases').select(['organisation_id', 'id']);
  if (after !== undefined)
    query = query.where((has) => has(has.refTuple('organisation_id', 'id'), '>', has.tuple(after.organisation_id, after.id)));
  return query.orderBy('organisation_id').orderBy('id').limit(500).execute();
}
