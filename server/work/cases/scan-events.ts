import { scanOf, type UploadedScan } from '#domain/documents/paper-scan.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { Refused } from '#server/api-error.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import type { OpenCase } from './open-case.ts';

/** The newest scan of a version; undefined without one. */
export async function scanOfVersion({ db, record, consent }: OpenCase): Promise<UploadedScan | undefined> {
  return scanOf(await eventsOf(db, record.organisation_id, record.id), consent.id);
}

/**
 * The scan that a call names, and the timeline of its case.
 *
 * @throws Refused NOT_FOUND without a scan, INVALID where another one was uploaded since
 */
export async function namedScan(
  { db, record, consent }: OpenCase,
  sha256: string,
): Promise<{ scan: UploadedScan; events: TimelineEvent[] }> {
  const events = await eventsOf(db, record.organisation_id, record.id);
  const scan = scanOf(events, consent.id);
  if (scan === undefined) throw new Refused('NOT_FOUND');
  if (scan.sha256 !== sha256)
    throw new Refused('INVALID', {
      fields: [{ path: 'sha256', message: 'Another scan was uploaded in the meantime. Look at that one.' }],
    });
  return { scan, events };
}
