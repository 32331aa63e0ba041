import { HOUR, MINUTE } from '#domain/base/limits.ts';
import type { Cluster } from './cluster.ts';

/** Milliseconds between two rounds. */
export type Housekeeping = { readonly checkpointMs: number; readonly vacuumMs: number; readonly analyzeMs: number };

const usual: Housekeeping = { checkpointMs: 5 * MINUTE, vacuumMs: 6 * HOUR, analyzeMs: 5_000 };

/** Tables of which fifty rows and a tenth have changed since their statistics, as autovacuum counts them, or that never had any. */
const WITHOUT_STATISTICS = `select format('%I.%I', stats.schemaname, stats.relname) as name
  from pg_stat_user_tables stats join pg_class on pg_class.oid = stats.relid
  where n_mod_since_analyze > 50 + n_live_tup / 10 or (reltuples < 0 and pg_relation_size(relid) > 0)`;

/**
 * Does what PostgreSQL's background processes would do; the embedded database has none. Without checkpoints its log would grow
 * until the next stop, and with it the time of a start after a crash; without vacuum deleted rows would stay for ever; without
 * statistics a search of thousands of new rows takes seconds, in which nobody else is answered.
 *
 * @param inTurn - runs a job when the engine is free
 * @returns stops the rounds
 */
export function startHousekeeping({ pg, files }: Cluster, inTurn: (job: () => Promise<void>) => void, times = usual): () => void {
  const whenFree = (job: () => Promise<unknown>) => (): void =>
    inTurn(async () => {
      if (!pg.isInTransaction()) await job();
    });
  /** An idle database is left alone. @param seen - fsyncs of the files after which nothing is to be done */
  const afterWrites = (job: () => Promise<unknown>, seen: number) => {
    const run = whenFree(async () => {
      await job();
      seen = files.fsyncs;
    });
    return (): void => {
      if (files.fsyncs !== seen) run();
    };
  };
  const vacuum = whenFree(() => pg.exec('vacuum analyze'));
  const checkpoint = afterWrites(() => pg.exec('checkpoint'), files.fsyncs);
  const analyze = afterWrites(async () => {
    // The counts of the last second are not in the view before a flush.
    await pg.exec('select pg_stat_force_next_flush()');
    const { rows } = await pg.query<{ name: string }>(WITHOUT_STATISTICS);
    // Each in a turn of its own: whoever asks meanwhile waits for one table, not for all of a long import.
    for (const { name } of rows) whenFree(() => pg.exec(`analyze ${name}`))();
  }, -1);
  analyze();
  const timers = [
    setInterval(vacuum, times.vacuumMs),
    setInterval(checkpoint, times.checkpointMs),
    setInterval(analyze, times.analyzeMs),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
