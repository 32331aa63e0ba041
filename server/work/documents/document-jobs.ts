import type { Db } from '#server/data/db.ts';
import { documentDedup, queueJob, type JobRow } from '#server/data/jobs.ts';
import type { Deps } from '#server/deps.ts';

type DocumentJob = { kind: Exclude<JobRow['kind'], 'MAIL'>; organisationId: string; consentID: string; now: string };

/** Queues the making of one file of a version in the transaction of its cause; each kind of file is made once. */
export async function queueDocumentJob(
  db: Db,
  { newId }: Pick<Deps, 'newId'>,
  { kind, organisationId, consentID, now }: DocumentJob,
): Promise<void> {
  await queueJob(db, {
    id: newId(),
    organisation_id: organisationId,
    kind,
    payload: { consentID },
    dedup: documentDedup(kind, consentID),
    created_at: now,
  });
}
