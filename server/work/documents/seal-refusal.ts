import { REFUSAL_EVENT } from '#domain/documents/document-kinds.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import { consentById, updateConsentRow } from '#server/data/consents/consents.ts';
import { hasDocument, insertDocument } from '#server/data/documents/documents.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import { queueDocumentJob } from '#server/work/cases/document-jobs.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { sourceOf, type DocumentOf } from '#server/work/documents/content/document-source.ts';
import { refusalDocument } from '#server/work/documents/content/refusal-document.ts';

/**
 * Draws and seals the paper of a form that ended with a no, and stores it with its SHA-256. Sealing twice stores one. A form that was
 * declined before there were such papers is owed none.
 *
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function sealRefusal({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  if (consent === undefined || consent.refusal_due_at === null || consent.pinned === null) return;
  // Drawing takes its time: no transaction is open meanwhile.
  const drawn = await deps.pdf.render(refusalDocument(await sourceOf(consent, deps)));
  const { bytes, level } = await deps.sealer.seal(drawn, 'Sealed by the organisation when the treatment was refused');
  const sha256 = sha256Hex(bytes);
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, reach, consent.case_id);
    if (record === undefined || (await hasDocument(trx, key, 'REFUSAL'))) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    await insertDocument(trx, {
      organisation_id: organisationId,
      id: deps.newId(),
      consent_id: consentID,
      kind: 'REFUSAL',
      sha256,
      bytes,
      level,
      made_at: now,
    });
    await updateConsentRow(trx, key, { refusal_due_at: null });
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at: now,
      type: REFUSAL_EVENT,
      versionId: consentID,
      detail: { level, sha256 },
    });
    // It may have been recorded in error while it was drawn.
    if ((await consentById(trx, reach, consentID))?.status !== 'DECLINED')
      await queueDocumentJob(trx, deps, { kind: 'VIEW', organisationId, consentID, now });
  });
}
