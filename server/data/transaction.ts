import type { Kysely, Transaction } from 'kysely';
import type { Db } from './db.ts';
import { nameCaller, outsideOfCalls } from './name-caller.ts';
import type { Tables } from '#server/data/tables/tables.ts';

const withJobs = new WeakSet<Db>();
const listeners = new Set<() => void>();
const seals = new WeakMap<Db, (trx: Db) => Promise<void>>();
const ends = new WeakMap<Db, EndToFile[]>();
const filers = new WeakMap<Db, FileEnds>();

/** A chain whose new end is to be outside of the database before anybody hears of what was written. */
export type EndToFile = { readonly organisation_id: string; readonly chain: 'TIMELINE' | 'SECURITY'; readonly id: string };
type FileEnds = (ends: readonly EndToFile[]) => Promise<void>;

/** Runs work in one transaction, which names the caller of the call that it belongs to; those who wait for jobs are told of the jobs that it queued once they are committed. What it has written is sealed before, and ends that are to be filed are filed after. */
export async function inTransaction<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let own: Db | undefined;
  const result = await db.transaction().execute(async (trx) => {
    own = trx;
    await nameCaller(trx);
    const done = await work(trx);
    await seals.get(db)?.(trx);
    return done;
  });
  const toFile = own === undefined ? undefined : ends.get(own);
  if (toFile !== undefined) await filers.get(db)?.(toFile);
  if (own !== undefined && withJobs.has(own)) for (const listener of listeners) outsideOfCalls(listener);
  return result;
}

/** @throws Error outside of a transaction: a lock would hold nothing there, and half of the work could stay */
export function requireTransaction(db: Db): void {
  if (!db.isTransaction) throw new Error('This work belongs to a transaction');
}

/** Has each transaction of a database end with `seal`, its last statements. */
export function endTransactionsWith(db: Kysely<Tables>, seal: (trx: Db) => Promise<void>): void {
  seals.set(db, seal);
}

/** Has `file` file the ends of chains that a transaction of a database names, once it is committed and before it is answered. */
export function fileEndsWith(db: Kysely<Tables>, file: FileEnds): void {
  filers.set(db, file);
}

/** Names a chain whose end this transaction moves to a place that must not be rolled back unseen. */
export function markEndToFile(trx: Db, end: EndToFile): void {
  requireTransaction(trx);
  ends.set(trx, [...(ends.get(trx) ?? []), end]);
}

/** Marks a transaction as one that queued a job. */
export function markJobQueued(trx: Db): void {
  requireTransaction(trx);
  withJobs.add(trx);
}

/** Calls `listener` after each commit of a transaction of this process that queued a job. @returns a function that ends it */
export function onJobsQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
