import { sql } from 'kysely';
import { unhurried } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/**
 * Does all the work of one start, or of a command that changes tables and rights, while no other server or command of the same database
 * does any: the others wait until it is done. Grants, unlike migrations, have no lock of their own in PostgreSQL, and two at once fail.
 *
 * @param url - of the PostgreSQL; undefined for the embedded database, which one process alone ever opens
 * @throws DatabaseUnusable when it cannot be reached
 */
export async function inStartTurn<R>(url: string | undefined, work: () => Promise<R>): Promise<R> {
  if (url === undefined || url === '') return work();
  // A connection of its own: the work may need all those of the server.
  const own = await openPostgres<unknown>({ url, connections: 1 });
  try {
    return await own.db.connection().execute(async (one) => {
      await unhurried(one, async () => {
        await sql`select pg_advisory_lock(hashtextextended('assent start', 0))`.execute(one);
      });
      return work();
    });
  } finally {
    // The lock goes with its session.
    await own.close();
  }
}
