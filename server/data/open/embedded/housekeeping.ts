import { HOUR, MINUTE } from '#domain/base/limits.ts';
import type { Cluster } from './cluster.ts';

/** Milliseconds between two rounds. */
export type Housekeeping = { readonly checkpointMs: number; readonly vacuumMs: number };

const usual: Housekeeping = { checkpointMs: 5 * MINUTE, vacuumMs: 6 * HOUR };

/**
 * Does what PostgreSQL's background processes would do; the embedded database has none. Without checkpoints its log would grow
 * until the next stop, and with it the time of a start after a crash; without vacuum deleted rows would stay for ever.
 *
 * @param inTurn - runs a job when the engine is free
 * @returns stops the rounds
 */
export function startHousekeeping({ pg, files }: Cluster, inTurn: (job: () => Promise<void>) => void, times = usual): () => void {
  let lastFsyncs = files.fsyncs;
  const round = (statement: string) => (): void =>
    inTurn(async () => {
      if (pg.isInTransaction()) return;
      await pg.exec(statement);
    });
  const vacuum = round('vacuum analyze');
  const checkpoint = round('checkpoint');
  const timers = [
    setInterval(vacuum, times.vacuumMs),
    setInterval(() => {
      if (files.fsyncs === lastFsyncs) return;
      checkpoint();
      inTurn(async () => void (lastFsyncs = files.fsyncs));
    }, times.checkpointMs),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}
