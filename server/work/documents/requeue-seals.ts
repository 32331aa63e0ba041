import { refusalsWithoutJob, scansWithoutJob, unsealedWithoutJob } from '#server/data/jobs/jobs.ts';
import { requeueDocumentJob } from '#server/work/cases/document-jobs.ts';
import type { Deps } from '#server/deps.ts';
import { countRequeued } from '#server/http/metrics.ts';

/** The most versions of one round; the next round takes the others. */
const ROUND_MOST = 100;

/**
 * Queues the sealing of every signed version, and of every refusal, that has neither a document nor a due job. The last signature and the no
 * queue it in their own transaction, so that each one found here points to a fault: it is counted in the metrics and logged. A checked scan
 * that is missing beside a sealed form is made as well.
 *
 * @returns true when there may be more of them
 */
export async function requeueSeals({ database: { db }, clock, newId, log }: Deps): Promise<boolean> {
  const signed = await unsealedWithoutJob(db, ROUND_MOST);
  const refused = await refusalsWithoutJob(db, ROUND_MOST);
  const found = [
    ...signed.map((each) => ({ ...each, kind: 'SEAL' as const })),
    ...refused.map((each) => ({ ...each, kind: 'REFUSAL' as const })),
  ];
  // The checked scan of a form that a server of the build before has sealed without it: nothing waits for it, and it is no fault.
  const scanned = await scansWithoutJob(db, ROUND_MOST);
  for (const { organisationId, id: consentID } of scanned)
    await requeueDocumentJob(db, { newId }, { kind: 'SEAL', organisationId, consentID, now: new Date(clock()).toISOString() });
  let count = 0;
  for (const { organisationId, id, kind } of found) {
    const now = new Date(clock()).toISOString();
    const isQueued = await requeueDocumentJob(db, { newId }, { kind, organisationId, consentID: id, now });
    if (isQueued) count += 1;
  }
  if (count > 0) {
    countRequeued(count);
    log.error('forms that were signed or refused had neither a document nor a job: their sealing is queued again', { count });
  }
  return [signed, refused, scanned].some(({ length }) => length === ROUND_MOST);
}
