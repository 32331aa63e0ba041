import { sql, type Insertable, type Selectable } from 'kysely';
import { latestRight } from '#server/data/clock-ahead.ts';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { markJobQueued } from '#server/data/transaction.ts';

export type JobRow = Selectable<Tables['jobs']>;

/** Queues work in the transaction of its cause; the same `dedup` of an organisation is queued once. */
export async function queueJob(
  db: Db,
  job: Pick<Insertable<Tables['jobs']>, 'id' | 'organisation_id' | 'kind' | 'payload' | 'dedup' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ ...job, payload: json(job.payload), state: 'DUE', next_at: job.created_at, lease_until: null, last_error: null })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'dedup']).doNothing())
    .execute();
  markJobQueued(db);
}

/** The `dedup` of the job that makes one kind of file of a version. */
export function documentDedup(kind: Exclude<JobRow['kind'], 'MAIL' | 'PACK'>, consentId: string): string {
  return `${kind.toLowerCase()}:${consentId}`;
}

/**
 * Queues again what should be queued and is not: a missing job is inserted, one that was done without its effect becomes due again.
 *
 * @returns false when a due job was there
 */
export async function requeueJob(db: Db, job: Parameters<typeof queueJob>[1]): Promise<boolean> {
  const queued = await db
    .insertInto('jobs')
    .values({ ...job, payload: json(job.payload), state: 'DUE', next_at: job.created_at, lease_until: null, last_error: null })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'dedup'])
        .doUpdateSet({ state: 'DUE', attempts: 0, next_at: job.created_at, created_at: job.created_at, lease_until: null })
        .where('jobs.state', '=', 'DONE'),
    )
    .returning('id')
    .executeTakeFirst();
  return queued !== undefined;
}

/** Signed versions, oldest first, that have no document although no job is due that will make it. @param most - so many of them */
export async function unsealedWithoutJob(db: Db, most: number): Promise<{ organisationId: string; id: string }[]> {
  return db
    .selectFrom('consents as v')
    .select(['v.organisation_id as organisationId', 'v.id'])
    .where('v.signed_at', 'is not', null)
    .where('v.seal_state', '<>', 'SEALED')
    .where('v.pinned', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where(hasNoDueJob('seal'))
    .orderBy('v.signed_at')
    .limit(most)
    .execute();
}

/** Versions, oldest first, that are owed the paper of a refusal although no job is due that will make it. @param most - so many of them */
export async function refusalsWithoutJob(db: Db, most: number): Promise<{ organisationId: string; id: string }[]> {
  return db
    .selectFrom('consents as v')
    .select(['v.organisation_id as organisationId', 'v.id'])
    .where('v.refusal_due_at', 'is not', null)
    .where('v.deleted_at', 'is', null)
    .where(hasNoDueJob('refusal'))
    .orderBy('v.refusal_due_at')
    .limit(most)
    .execute();
}

/** Sealed versions, oldest first, whose checked scan is not sealed although no job is due that will do it. @param most - so many of them */
export async function scansWithoutJob(db: Db, most: number): Promise<{ organisationId: string; id: string }[]> {
  return (
    db
      .selectFrom('consents as v')
      .select(['v.organisation_id as organisationId', 'v.id'])
      .where('v.scan_due_at', 'is not', null)
      // The sealing of any other makes it first.
      .where('v.seal_state', '=', 'SEALED')
      .where('v.deleted_at', 'is', null)
      .where(hasNoDueJob('seal'))
      .orderBy('v.scan_due_at')
      .limit(most)
      .execute()
  );
}

/** Whether no job of this name is due for a version, `v`. */
function hasNoDueJob(name: 'seal' | 'refusal') {
  return sql<boolean>`not exists (
    select from jobs j where j.organisation_id = v.organisation_id and j.dedup = ${sql.lit(`${name}:`)} || v.id and j.state = 'DUE')`;
}

type Taking = {
  now: string;
  /** ms from now */
  lease: number;
  /** the longest wait for another try, ms */
  longestWait: number;
  kind?: JobRow['kind'] | undefined;
  except?: readonly JobRow['kind'][] | undefined;
};

/**
 * Leases one due job: no other server runs it until the lease ends, and the job of a killed server becomes due again then.
 * A job that was put off or leased further than a clock that is right can say is due as well: the clock was ahead, or the case of the job has the
 * times of one that was.
 *
 * @param taking - `now`: ISO; `kind` takes jobs of that kind only, `except` none of these
 */
export async function leaseJob(db: Db, { now, lease, longestWait, kind, except = [] }: Taking): Promise<JobRow | undefined> {
  const leaseUntil = new Date(Date.parse(now) + lease).toISOString();
  return db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil, attempts: sql<number>`attempts + 1` })
    .where('id', '=', (has) =>
      has
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', 'DUE')
        .where((or) => or.or([or('next_at', '<=', now), or('next_at', '>', latestRight(now, longestWait))]))
        .$if(kind !== undefined, (jobs) => jobs.where('kind', '=', kind ?? 'SEAL'))
        .$if(except.length > 0, (jobs) => jobs.where('kind', 'not in', except))
        .where((or) =>
          or.or([or('lease_until', 'is', null), or('lease_until', '<=', now), or('lease_until', '>', latestRight(now, lease))]),
        )
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function finishJob(db: Db, id: string): Promise<void> {
  await db.updateTable('jobs').set({ state: 'DONE', lease_until: null, last_error: null }).where('id', '=', id).execute();
}

/** Reschedules a failed job. @param error - a name or a code, never text that a person entered */
export async function putOffJob(db: Db, { id, nextAt, error }: { id: string; nextAt: string; error: string }): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ next_at: nextAt, lease_until: null, last_error: error.slice(0, 200) })
    .where('id', '=', id)
    .execute();
}

/** Ends the leases of a killed process; only for a database that no other process uses. */
export async function releaseLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ lease_until: null }).where('state', '=', 'DUE').execute();
}
