import { HOUR } from '#domain/base/limits.ts';
import { claimDeleting, deleteLeftovers, LEFTOVER_KINDS, type LeftoverKind } from '#server/data/jobs/leftovers.ts';
import { inBackground } from '#server/data/open/connection-queue.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countDeleted } from '#server/http/metrics.ts';
import { RETENTION } from '#server/policies/retention.ts';

type Deleting = Pick<Deps, 'database' | 'clock' | 'log'>;
/** `most`: rows of one transaction; `batches`: transactions for one kind in one round. The next round takes what is left. */
type Batches = { readonly most: number; readonly batches: number };

/** A transaction of so many rows takes milliseconds; a round deletes a hundred thousand of a kind at most [choice]. */
const BATCHES: Batches = { most: 500, batches: 200 };

/**
 * Deletes what has outlived its retention, in small transactions behind all calls. One server at a time: a round ends where another has
 * begun one.
 *
 * @returns how many rows of each kind
 */
export async function deleteOldLeftovers(deps: Deleting, batches: Batches = BATCHES): Promise<Map<LeftoverKind, number>> {
  const deleted = new Map<LeftoverKind, number>();
  for (const kind of LEFTOVER_KINDS) {
    const rows = await inBackground(() => deleteKind(deps, kind, batches));
    if (rows === undefined) break;
    if (rows > 0) deleted.set(kind, rows);
  }
  for (const [kind, rows] of deleted) countDeleted(kind, rows);
  if (deleted.size > 0)
    deps.log.info('what had outlived its use was deleted', {
      detail: [...deleted].map(([kind, rows]) => `${kind} ${rows}`).join(', '),
    });
  return deleted;
}

/** @returns undefined while another server deletes */
async function deleteKind(
  { database, clock }: Deleting,
  kind: LeftoverKind,
  { most, batches }: Batches,
): Promise<number | undefined> {
  const before = new Date(clock() - RETENTION[kind]).toISOString();
  let rows = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const found = await inTransaction(database.db, async (db) =>
      (await claimDeleting(db)) ? deleteLeftovers(db, kind, { before, most }) : undefined,
    );
    if (found === undefined) return undefined;
    rows += found;
    if (found < most) break;
  }
  return rows;
}

/** Deletes now and every hour. @returns stops it, and waits for the round that runs */
export function deleteLeftoversHourly(deps: Deleting): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running
      .then(() => deleteOldLeftovers(deps))
      .catch((error: unknown) =>
        deps.log.warn('what has outlived its use could not be deleted', {
          error: error instanceof Error ? error.name : typeof error,
        }),
      );
  };
  round();
  const timer = setInterval(round, HOUR);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
