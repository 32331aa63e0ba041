import { sql, type Kysely } from 'kysely';
import { json } from '#server/data/open/json.ts';

/**
 * Gives the data a new epoch, for a database that was restored or filled from a file: tablets then fetch everything anew, and offer what
 * they had sent before again [decision 62].
 *
 * @param epoch - differs from all before
 */
export async function renewDataEpoch<T>(database: Kysely<T>, epoch: string): Promise<void> {
  await sql`insert into settings (name, value) values ('dataEpoch', ${json(epoch)})
    on conflict (name) do update set value = excluded.value`.execute(database);
}
