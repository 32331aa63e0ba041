import { sql, type Kysely, type RawBuilder } from 'kysely';
import { json } from '#server/data/json.ts';

/** The epoch of the data, as a part of another statement. */
export const presentEpoch = sql`(select value from settings where name = 'dataEpoch')`;

/**
 * Gives the data a new epoch, for a database that was restored or filled from a file: tablets then fetch everything anew, and offer what
 * they had sent before again [decision 62]. The time of the last call that it has is noted, to be told to people: once for a restore, as the
 * calls that it took since are not of the backup. What was ended after the backup is not open again: every session ends; its tokens, begun
 * sign-ins, codes and the tickets of handovers are deleted. Handovers and links stay: they are evidence. An approved deletion needs its
 * approval again, as somebody may have stopped it after the backup. In one transaction.
 *
 * @param epoch - differs from all before
 * @param isAccepted - of a restored database that is accepted: what its restore noted stays
 */
export async function renewDataEpoch<T>(database: Kysely<T>, epoch: string, { isAccepted = false } = {}): Promise<void> {
  const { rows } = await sql`select 1 as one from settings as told, settings as data
    where told.name = 'restoredEpoch' and data.name = 'dataEpoch' and told.value = data.value`.execute(database);
  const isTold = isAccepted && rows.length > 0;
  await setTo(database, 'dataEpoch', sql`${json(epoch)}`);
  await setTo(database, 'restoredEpoch', isAccepted ? sql`'null'::jsonb` : sql`${json(epoch)}`);
  if (!isTold)
    await setTo(database, 'restoredTo', sql`(select coalesce(to_jsonb(max(received_at)), 'null'::jsonb) from entity_ops)`);
  await sql`update sessions set ended_at = now() where ended_at is null`.execute(database);
  for (const table of ['session_tokens', 'half_sign_ins', 'one_time_codes', 'tickets'])
    await sql`delete from ${sql.table(table)}`.execute(database);
  await revokeApprovals(database);
}

/** A backup of an older version has its tables. */
async function revokeApprovals<T>(database: Kysely<T>): Promise<void> {
  const { rows } = await sql`select 1 as one where to_regclass('retention_proposals') is not null`.execute(database);
  if (rows.length > 0)
    await sql`update retention_proposals set state = 'CONFIRMED', approved_by = null, version = version + 1 where state = 'APPROVED'`.execute(
      database,
    );
}

async function setTo<T>(database: Kysely<T>, name: string, value: RawBuilder<unknown>): Promise<void> {
  await sql`insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(database);
}
