import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { CaseVisibility } from './cases.ts';

type DayCount = { key: 'started' | 'sent' | 'signed'; day: string; count: number };

const MOMENTS = [
  ['started', 'created_at'],
  ['sent', 'sent_at'],
  ['signed', 'signed_at'],
] as const;

/** How many versions were started, sent and signed on each day, by the organisation's own clock. @param from - plain date */
export async function countByDay(
  db: Db,
  { organisationId, clinicianId }: CaseVisibility,
  { from, timeZone }: { from: string; timeZone: string },
): Promise<DayCount[]> {
  const counts: DayCount[] = [];
  for (const [key, column] of MOMENTS) {
    const day = sql<string>`cast(cast(${sql.ref(column)} at time zone ${sql.lit(timeZone)} as date) as text)`;
    let query = db
      .selectFrom('consents')
      .where('organisation_id', '=', organisationId)
      .where('deleted_at', 'is', null)
      .where(column, 'is not', null);
    if (clinicianId !== undefined) query = query.where('clinician_id', '=', clinicianId);
    const rows = await query
      .where(day, '>=', from)
      .select([day.as('day'), (has) => has.fn.countAll<number>().as('count')])
      .groupBy(day)
      .execute();
    counts.push(...rows.map((row) => ({ key, day: row.day, count: row.count })));
  }
  return counts;
}
