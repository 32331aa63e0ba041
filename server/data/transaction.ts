import type { Kysely, Transaction } from 'kysely';
import type { Db } from './db.ts';
import { nameCaller, outsideOfCalls } from './name-caller.ts';
import type { Tables } from '#server/data/tables/tables.ts';

const withJobs = new WeakSet<Db>();
const listeners = new Set<() => void>();

/** Runs work in one transaction, which names the caller of the call that it belongs to; those who wait for jobs are told of the jobs that it queued once they are committed. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let own: Db | undefined;
  const result = await db.transaction().execute(async (trx) => {
    own = trx;
    await nameCaller(trx);
    return work(trx);
  });
  if (own !== undefined && withJobs.has(own)) for (const listener of listeners) outsideOfCalls(listener);
  return result;
}

/** Marks a transaction as one that queued a job. */
export function markJobQueued(trx: Db): void {
  withJobs.add(trx);
}

/** Calls `listener` after each commit of a transaction of this process that queued a job. @returns a function that ends it */
export function onJobsQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
