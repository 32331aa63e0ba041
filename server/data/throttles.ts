import { sql } from 'kysely';
import type { Sql } from '../parts.ts';

/** How many hits a name has in its present window, and when that ends (ISO). */
export async function hitsOf(db: Sql, name: string, now: string): Promise<{ hits: number; resetsAt: string } | undefined> {
  const row = await db
    .selectFrom('throttles')
    .selectAll()
    .where('name', '=', name)
    .where('resets_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : { hits: row.hits, resetsAt: row.resets_at };
}

/** Counts one hit; a window that has ended starts anew. @param resetsAt - ISO, end of a new window */
export async function hit(db: Sql, { name, now, resetsAt }: { name: string; now: string; resetsAt: string }): Promise<void> {
  await db
    .insertInto('throttles')
    .values({ name, hits: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        hits: sql<number>`case when throttles.resets_at > ${now} then throttles.hits + 1 else 1 end`,
        resets_at: sql<string>`case when throttles.resets_at > ${now} then throttles.resets_at else excluded.resets_at end`,
      }),
    )
    .execute();
}

export async function clearHits(db: Sql, name: string): Promise<void> {
  await db.deleteFrom('throttles').where('name', '=', name).execute();
}
