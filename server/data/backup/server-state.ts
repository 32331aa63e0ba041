import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';

/** Results that are recorded for the administrators: of the daily check, and of the command that makes backups. */
export type Recorded = { lastIntegrityCheck: { at: string; findings: number }; lastBackup: { at: string; bytes: number } };

/** Records a result; the last one stands. `at` is ISO, UTC. */
export async function recordResult<K extends keyof Recorded>(db: Db, name: K, value: Recorded[K]): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: json(value) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json(value) }))
    .execute();
}

/** The values as they are stored, unchecked; the size of the database in bytes, and its clock, epoch ms. */
export type DatabaseState = { recorded: Map<string, unknown>; bytes: number; now: number };

export async function databaseState(db: Db): Promise<DatabaseState> {
  const names: (keyof Recorded)[] = ['lastIntegrityCheck', 'lastBackup'];
  const { rows } = await sql<{ name: string | null; value: unknown; bytes: string; now: number }>`
    select s.name, s.value, d.bytes, d.now
    from (select pg_database_size(current_database())::text as bytes, extract(epoch from clock_timestamp())::float8 * 1000 as now) d
      left join settings s on s.name in (${sql.join(names)})`.execute(db);
  const [first] = rows;
  return {
    recorded: new Map(rows.flatMap(({ name, value }) => (name === null ? [] : [[name, value] as const]))),
    bytes: Number(first?.bytes ?? 0),
    now: Math.round(first?.now ?? 0),
  };
}

/** Jobs of one kind that wait or run; `failing` of them were tried in vain, the oldest of these because of `error`. */
export type WaitingJobs = { kind: string; waiting: number; oldest: string; failing: number; error: string | null };

/** The queue of one organisation, by kind. */
export async function waitingJobs(db: Db, organisationId: string): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select kind, count(*)::int as waiting, min(created_at) as oldest, count(last_error)::int as failing,
      (array_agg(last_error order by created_at) filter (where last_error is not null))[1] as error
    from jobs where state = 'DUE' and organisation_id = ${organisationId} group by kind order by kind`.execute(db);
  return rows;
}

export type TabletState = {
  id: string;
  name: string;
  label: string | null;
  last_used_at: string;
  unsent: number;
  build: string | null;
  total: number;
};

/** The tablets that may be used: those with unsent work first, then by their last contact, the oldest first. `total` counts all. */
export async function tabletStates(db: Db, organisationId: string, most: number): Promise<TabletState[]> {
  const { rows } = await sql<TabletState>`
    select id, name, label, last_used_at, unsent, build, count(*) over ()::int as total
    from devices where organisation_id = ${organisationId} and revoked_at is null
    order by unsent > 0 desc, last_used_at, id limit ${most}`.execute(db);
  return rows;
}

/** Lets jobs be tried at once: those of one kind of an organisation that failed and wait for their next try. @returns how many */
export async function retryJobs(
  db: Db,
  { organisationId, kind, now }: { organisationId: string; kind: string; now: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update jobs set next_at = ${now} where organisation_id = ${organisationId} and kind = ${kind} and state = 'DUE'
      and last_error is not null and next_at > ${now} and lease_until is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}
