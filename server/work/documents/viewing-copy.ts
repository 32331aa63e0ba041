import { lockCase } from '#server/data/cases/cases.ts';
import { consentById } from '#server/data/consents/consents.ts';
import {
  archiveViewingCopy,
  documentOf,
  insertDocument,
  isCopyInTimeline,
  replaceDocument,
  toldDigest,
} from '#server/data/documents/documents.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import { sourceOf, type DocumentOf } from '#server/work/documents/content/document-source.ts';
import { isEnded, viewingCopyDocument } from '#server/work/documents/content/viewing-copy-document.ts';
import { checkedScanOf, ScanNotDrawn } from './seal-checked-scan.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** The checked scan, where it is whole: a copy that says that a form is not in force waits for nothing, and the check of records names the other. */
async function wholeScanOf(...scan: Parameters<typeof checkedScanOf>): ReturnType<typeof checkedScanOf> {
  return checkedScanOf(...scan).catch((error: unknown) => {
    if (error instanceof ScanNotDrawn) return undefined;
    throw error;
  });
}

/**
 * Draws and seals the viewing copy of a signed version that is no longer in force: the same form with its state on each page. The
 * sealed document stays beside it, unchanged, and so does the copy of an earlier end. Making it twice stores one; a copy that no
 * event tells of is replaced.
 *
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function makeViewingCopy({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const consent = await consentById(db, { organisationId, clinicianId: undefined }, consentID);
  const sealed = (await documentOf(db, key, 'SIGNED')) ?? (await documentOf(db, key, 'REFUSAL'));
  if (consent === undefined || sealed === undefined || !isEnded(consent.status)) return;
  if ((await toldDigest(db, key, 'VIEW')) !== undefined) return;
  // Drawing takes its time: no transaction is open meanwhile.
  const source = { ...(await sourceOf(consent, deps)), checkedScan: await wholeScanOf(db, key) };
  const drawn = await deps.pdf.render(viewingCopyDocument(source, { status: consent.status, sealed }));
  const { bytes, level } = await deps.sealer.seal(drawn, 'Viewing copy that shows the state of the form');
  const sha256 = sha256Hex(bytes);
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, { organisationId, clinicianId: undefined }, consent.case_id);
    if (record === undefined || (await toldDigest(trx, key, 'VIEW')) !== undefined) return;
    // Recorded in error while this copy was drawn: the job of that end makes the one that says so.
    if ((await consentById(trx, { organisationId, clinicianId: undefined }, consentID))?.status !== consent.status) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    const before = await documentOf(trx, key, 'VIEW');
    const row = { organisation_id: organisationId, kind: 'VIEW' as const, sha256, bytes, level, made_at: now };
    const isArchived = before !== undefined && (await isCopyInTimeline(trx, key, before.sha256));
    if (isArchived) await archiveViewingCopy(trx, key);
    if (before === undefined || isArchived) await insertDocument(trx, { ...row, id: deps.newId(), consent_id: consentID });
    else await replaceDocument(trx, { ...row, id: before.id });
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at: now,
      type: 'COPY_MADE',
      versionId: consentID,
      detail: { level, sha256 },
    });
  });
}
