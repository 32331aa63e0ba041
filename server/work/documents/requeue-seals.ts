import { unsealedWithoutJob } from '#server/data/jobs/jobs.ts';
import { requeueDocumentJob } from '#server/work/cases/document-jobs.ts';
import type { Deps } from '#server/deps.ts';
import { countRequeued } from '#server/http/metrics.ts';

/** The most versions of one round; the next round takes the others. */
const ROUND_MOST = 100;

/**
 * Queues the sealing of every signed version that has neither a document nor a due job. The last signature queues it in its own
 * transaction, so that each one found here points to a fault: it is counted in the metrics and logged.
 *
 * @returns true when there may be more of them
 */
export async function requeueSeals({ database: { db }, clock, newId, log }: Deps): Promise<boolean> {
  const found = await unsealedWithoutJob(db, ROUND_MOST);
  let count = 0;
  for (const { organisationId, id } of found) {
    const now = new Date(clock()).toISOString();
    const isQueued = await requeueDocumentJob(db, { newId }, { kind: 'SEAL', organisationId, consentID: id, now });
    if (isQueued) count += 1;
  }
  if (count > 0) {
    countRequeued(count);
    log.error('signed forms had neither a document nor a job: their sealing is queued again', { count });
  }
  return found.length === ROUND_MOST;
}
