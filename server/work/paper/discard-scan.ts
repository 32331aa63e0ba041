import { Refused } from '#server/api-error.ts';
import { deleteDocumentOfEvent } from '#server/data/consents/documents.ts';
import { recordEvent, type OpenCase } from '#server/work/consents/open-case.ts';
import { namedScan } from './scan-events.ts';

/**
 * Deletes a scan that nobody has confirmed.
 *
 * @throws Refused NOT_FOUND or INVALID where it is not the newest one, MOVE_REFUSED for one that signatures rest on
 */
export async function discardScan(open: OpenCase, sha256: string): Promise<void> {
  const { db, record, consent } = open;
  const scan = await namedScan(open, sha256);
  if (scan.isConfirmed) throw new Refused('MOVE_REFUSED');
  await deleteDocumentOfEvent(db, { organisationId: record.organisation_id, id: consent.id, eventId: scan.eventId });
  await recordEvent(open, { type: 'SCAN_DISCARDED', detail: { sha256 } });
}
