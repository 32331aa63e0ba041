import { versionsToArchive } from '#server/data/documents/archivals.ts';
import { queueDepths } from '#server/data/jobs/queue-depth.ts';
import type { Deps } from '#server/deps.ts';
import { requeueDocumentJob } from '#server/work/cases/document-jobs.ts';

/** Stamps that wait in the queue at once [choice]: two minutes' work. All others wait in the order in which they are due. */
const QUEUED_MOST = 240;

/**
 * Queues an archival time stamp for each document that is due for one, the longest due first: a minute after it was sealed, and again
 * before the certificate of its newest stamp ends. Without an authority, or without its roots, nothing is queued.
 */
export async function queueArchives({
  database: { db },
  clock,
  newId,
  sealer,
}: Pick<Deps, 'database' | 'clock' | 'newId' | 'sealer'>): Promise<boolean> {
  if (sealer.archive === undefined) return false;
  const now = clock();
  const queued = (await queueDepths(db)).find(({ kind }) => kind === 'ARCHIVE');
  const room = QUEUED_MOST - (queued?.waiting ?? 0);
  if (room <= 0) return false;
  const found = await versionsToArchive(db, { now: new Date(now).toISOString(), most: room });
  const versions = new Map(found.map((each) => [each.id, each]));
  let ahead = 0;
  for (const { organisationId, id: consentID } of versions.values()) {
    // The queue goes by time: they keep their order.
    const at = new Date(now + ahead).toISOString();
    await requeueDocumentJob(db, { newId }, { kind: 'ARCHIVE', organisationId, consentID, now: at });
    ahead += 1;
  }
  return false;
}
