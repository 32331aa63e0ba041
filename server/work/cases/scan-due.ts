import { scansOf } from '#domain/documents/paper-scan.ts';
import { SCAN_FOLLOWS } from '#domain/cases/timeline.ts';
import type { updateConsentRow } from '#server/data/consents/consents.ts';
import { hasDocument } from '#server/data/documents/documents.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import { keyOfVersion, type CaseEvent, type OpenCase } from './open-case.ts';

type Signed = { readonly change?: Parameters<typeof updateConsentRow>[2]; readonly events?: readonly CaseEvent[] };

/**
 * The last signature of a form with a confirmed scan owes the sealed pages of it: the version says since when, and the event that they follow. A
 * form without a scan is written as it is.
 */
export async function withScanDue(open: OpenCase, signed: Signed): Promise<Signed> {
  const { db, record, consent, now } = open;
  const { change, events = [] } = signed;
  // Few forms have a scan: the timeline of the others is not read.
  if (!(await hasDocument(db, keyOfVersion(open), 'SCAN'))) return signed;
  const scans = scansOf(await eventsOf(db, record.organisation_id, record.id), consent.id);
  if (!scans.some(({ isConfirmed }) => isConfirmed)) return signed;
  return {
    change: { ...change, scan_due_at: now },
    events: events.map((event) =>
      event.type === 'ALL_SIGNED' ? { ...event, detail: { ...event.detail, [SCAN_FOLLOWS]: true } } : event,
    ),
  };
}
