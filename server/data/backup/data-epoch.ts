import { sql, type Kysely } from 'kysely';
import { json } from '#server/data/json.ts';

/** The epoch of the data, as a part of another statement. */
export const presentEpoch = sql`(select value from settings where name = 'dataEpoch')`;

/**
 * Gives the data a new epoch, for a database that was restored or filled from a file: tablets then fetch everything anew, and offer what
 * they had sent before again [decision 62]. The time of the last call that it has is noted, to be told to people. What was ended after the backup is not open again: every session ends; its tokens, begun
 * sign-ins, codes and the tickets of handovers are deleted. Handovers and links stay: they are evidence. In one transaction.
 *
 * @param epoch - differs from all before
 */
export async function renewDataEpoch<T>(database: Kysely<T>, epoch: string): Promise<void> {
  await sql`insert into settings (name, value) values ('dataEpoch', ${json(epoch)})
    on conflict (name) do update set value = excluded.value`.execute(database);
  await sql`insert into settings (name, value)
    select 'restoredTo', coalesce(to_jsonb(max(received_at)), 'null'::jsonb) from entity_ops
    on conflict (name) do update set value = excluded.value`.execute(database);
  await sql`update sessions set ended_at = now() where ended_at is null`.execute(database);
  for (const table of ['session_tokens', 'half_sign_ins', 'one_time_codes', 'tickets'])
    await sql`delete from ${sql.table(table)}`.execute(database);
}
