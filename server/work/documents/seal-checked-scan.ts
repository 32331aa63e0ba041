import { CHECKED_SCAN_COLOUR_MOST } from '#domain/documents/checked-scan.ts';
import { CHECKED_SCAN_EVENT } from '#domain/documents/document-kinds.ts';
import { scansOf } from '#domain/documents/paper-scan.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { eventsOf, timeInCase } from '#server/data/cases/timeline.ts';
import { updateConsentRow, type ConsentRow } from '#server/data/consents/consents.ts';
import type { Db } from '#server/data/db.ts';
import { documentOf, hasDocument, insertDocument, type DocumentRow } from '#server/data/documents/documents.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PageDrawing } from '#server/outside/scan/page-pictures.ts';
import { sha256Hex } from '#server/sha256.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { documentFault } from '#server/work/integrity/intact-document.ts';
import { checkedScanDocument, type ConfirmedScan, type DrawnPage } from './content/checked-scan-document.ts';
import { sourceOf } from './content/document-source.ts';

/** Thrown where the pages of a scan cannot be sealed: the stored file is not the one that was confirmed, or cannot be drawn. */
export class ScanNotDrawn extends Error {
  override name = 'ScanNotDrawn';
}

/**
 * Draws, seals and stores the pages of the confirmed scans of a signed version, before its form is sealed with them inside. Doing it twice
 * stores one.
 *
 * @returns the stored document; undefined for a form without a confirmed scan
 * @throws ScanNotDrawn, and any error of drawing or sealing; the job is then retried
 */
export async function sealCheckedScan(consent: ConsentRow, deps: Deps): Promise<DocumentRow | undefined> {
  const db = deps.database.db;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  if (!(await hasDocument(db, key, 'SCAN'))) {
    if (consent.scan_due_at !== null) throw new ScanNotDrawn('The confirmed scan is gone.');
    return undefined;
  }
  const events = await eventsOf(db, consent.organisation_id, consent.case_id);
  const scans = confirmedScans(events, consent.id);
  if (scans.length === 0) return undefined;
  if (!(await hasDocument(db, key, 'SCAN_CHECKED'))) await makeCheckedScan(consent, scans, deps);
  return checkedScanOf(db, key);
}

/**
 * The checked scan of a version as the timeline says that it was sealed; undefined where there is none.
 *
 * @throws ScanNotDrawn for one that was altered, which goes into no form
 */
export async function checkedScanOf(db: Db, key: { organisationId: string; id: string }): Promise<DocumentRow | undefined> {
  const stored = await documentOf(db, key, 'SCAN_CHECKED');
  if (stored !== undefined && (await documentFault(db, stored)) !== undefined)
    throw new ScanNotDrawn('The checked scan was altered.');
  return stored;
}

async function makeCheckedScan(consent: ConsentRow, scans: readonly ConfirmedScan[], deps: Deps): Promise<void> {
  const { organisation_id: organisationId, id: consentID } = consent;
  const key = { organisationId, id: consentID };
  // Drawing takes its time: no transaction is open meanwhile.
  const drawn = await drawnWithin(consent, scans, deps);
  const { bytes, level } = await deps.sealer.seal(drawn, 'Sealed by the organisation: the checked pages of the form on paper');
  const sha256 = sha256Hex(bytes);
  await inTransaction(deps.database.db, async (trx) => {
    const record = await lockCase(trx, { organisationId, clinicianId: undefined }, consent.case_id);
    if (record === undefined || (await hasDocument(trx, key, 'SCAN_CHECKED'))) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    await insertDocument(trx, {
      organisation_id: organisationId,
      id: deps.newId(),
      consent_id: consentID,
      kind: 'SCAN_CHECKED',
      sha256,
      bytes,
      level,
      made_at: now,
    });
    await updateConsentRow(trx, key, { scan_due_at: null });
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at: now,
      type: CHECKED_SCAN_EVENT,
      versionId: consentID,
      detail: { level, sha256, scans: scans.map(({ scan }) => scan.sha256).join(', ') },
    });
  });
}

/** The document in colour, or in grey where that is too large. */
async function drawnWithin(consent: ConsentRow, scans: readonly ConfirmedScan[], deps: Deps): Promise<Uint8Array> {
  const source = await sourceOf(consent, deps);
  const files = await confirmedFiles(consent, scans, deps);
  const draw = async (look: PageDrawing['look']) =>
    deps.pdf.render(checkedScanDocument(source, { scans, pages: await pagesOf(files, look, deps) }));
  const inColour = await draw('COLOUR');
  return inColour.length <= CHECKED_SCAN_COLOUR_MOST ? inColour : draw('GREY');
}

type ConfirmedFile = { readonly bytes: Uint8Array; readonly pages: number };

/** The stored files of the scans, each the one that was confirmed. */
async function confirmedFiles(
  { organisation_id: organisationId, id }: ConsentRow,
  scans: readonly ConfirmedScan[],
  { database: { db } }: Deps,
): Promise<ConfirmedFile[]> {
  const files: ConfirmedFile[] = [];
  for (const { scan } of scans) {
    const stored = await documentOf(db, { organisationId, id }, 'SCAN', scan.sha256);
    if (stored === undefined || (await documentFault(db, stored)) !== undefined)
      throw new ScanNotDrawn('The stored scan is not the one that was confirmed.');
    files.push({ bytes: stored.bytes, pages: scan.pages });
  }
  return files;
}

/** The pages of all scans, one after another: uploads take their turn between two of them. */
async function pagesOf(files: readonly ConfirmedFile[], look: PageDrawing['look'], { scans }: Deps): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const { bytes, pages } of files)
    for (let index = 0; index < pages; index += 1) {
      const page = await drawnPage(scans, { file: bytes, index, look });
      if (!page.ok) throw new ScanNotDrawn(`A page of the scan cannot be drawn: ${page.reason}`);
      if (page.pages !== pages) throw new ScanNotDrawn('The stored scan has another number of pages.');
      drawn.push(page);
    }
  return drawn;
}

/** A page that was too slow, or met a full line, is drawn again: those before it are not. */
async function drawnPage(thread: Deps['scans'], drawing: PageDrawing): ReturnType<Deps['scans']['drawPage']> {
  for (let tried = 1; tried < PAGE_TRIES; tried += 1) {
    const page = await thread.drawPage(drawing);
    if (page.ok) return page;
  }
  return thread.drawPage(drawing);
}

/** [choice] */
const PAGE_TRIES = 3;

function confirmedScans(events: readonly TimelineEvent[], consentID: string): ConfirmedScan[] {
  return scansOf(events, consentID).flatMap((scan) =>
    scan.confirmation === undefined ? [] : [{ scan, confirmed: scan.confirmation }],
  );
}
