import { notNow } from './not-now.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { deleteDocumentOfEvent, hasDocument } from '#server/data/documents/documents.ts';
import { byStaff, byStaffOrSystem, type EventBy } from './event-by.ts';
import { recordEvent, type OpenCase } from './open-case.ts';
import { namedScan, scanOfVersion } from './scan-events.ts';

/**
 * Deletes a scan that nobody has confirmed.
 *
 * @throws Refused NOT_FOUND or INVALID where it is not the newest one, MOVE_REFUSED for one that signatures rest on
 */
export async function discardScan(open: OpenCase, sha256: string): Promise<void> {
  const { scan } = await namedScan(open, sha256);
  if (scan.isConfirmed) throw notNow(open, 'SCAN_CHECKED');
  await discard(open, scan, byStaff(open));
}

/** Deletes the scan of a form that is signed or ended before somebody has confirmed it: it may be somebody else's. */
export async function discardOpenScan(open: OpenCase): Promise<void> {
  const { db, record, consent } = open;
  // Few forms have a scan: the timeline of the others is not read.
  if (!(await hasDocument(db, { organisationId: record.organisation_id, id: consent.id }, 'SCAN'))) return;
  const scan = await scanOfVersion(open);
  if (scan?.isConfirmed === false) await discard(open, scan, byStaffOrSystem(open));
}

async function discard(open: OpenCase, { eventId, sha256 }: UploadedScan, by: EventBy<'staff' | 'system'>): Promise<void> {
  const { db, record, consent } = open;
  await deleteDocumentOfEvent(db, { organisationId: record.organisation_id, id: consent.id, eventId });
  await recordEvent(open, { type: 'SCAN_DISCARDED', by, detail: { sha256 } });
}
