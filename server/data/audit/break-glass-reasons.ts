import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** How many reasons were given to open records in an organisation, since each of two times, ISO. */
export async function countReasons(
  db: Db,
  organisationId: string,
  { day, week }: { day: string; week: string },
): Promise<{ lastDay: number; lastWeek: number }> {
  const { rows } = await sql<{ lastDay: number; lastWeek: number }>`
    select (count(*) filter (where l.at > ${day}))::integer as "lastDay", count(*)::integer as "lastWeek"
    from access_log l where l.organisation_id = ${organisationId} and l.act = 'REASON' and l.at > ${week}`.execute(db);
  return rows[0] ?? { lastDay: 0, lastWeek: 0 };
}
