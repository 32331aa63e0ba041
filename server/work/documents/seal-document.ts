import { lockCase } from '#server/data/cases/cases.ts';
import { consentById, updateConsentRow } from '#server/data/consents/consents.ts';
import { documentOf, insertDocument } from '#server/data/documents/documents.ts';
import { holdPatient } from '#server/data/patients/patients.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import { addendaWithoutDocument } from './addenda.ts';
import { consentDocument } from '#server/work/documents/content/document.ts';
import { ScanNotDrawn, sealCheckedScan } from './seal-checked-scan.ts';
import { queueDocumentJob } from '#server/work/cases/document-jobs.ts';
import { sourceOf, type DocumentOf } from '#server/work/documents/content/document-source.ts';
import { notify } from '#server/work/cases/notify.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { inTransaction } from '#server/data/transaction.ts';

/** Tries to seal the pages of a scan before its form [choice]. */
const SCAN_TRIES = 3;

/**
 * Draws and seals the document of a signed version and stores it with its SHA-256, of a form on paper after its checked pages, which it carries
 * inside. One that a server of the build before has sealed without them stays as it is, and they are sealed beside it. Sealing twice stores one document. A stored
 * document never changes and waits for nobody outside: archival time stamps come behind it later. A form never waits for ever for pages that
 * cannot be drawn: after some tries it is sealed without them, and they stay owed, and listed as stuck.
 *
 * @param attempt - of the job, from 1
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function sealDocument({ organisationId, consentID }: DocumentOf, deps: Deps, attempt = 1): Promise<void> {
  const db = deps.database.db;
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  if (consent === undefined || consent.pinned === null) return;
  const isSealed = consent.seal_state === 'SEALED';
  if (isSealed && consent.scan_due_at === null) return;
  const checkedScan = await sealCheckedScan(consent, deps).catch((error: unknown) => {
    if (isSealed || attempt < SCAN_TRIES || !(error instanceof ScanNotDrawn)) throw error;
    deps.log.error('a form is sealed without the pages of its scan, which cannot be drawn', { error: error.message });
    return undefined;
  });
  if (isSealed) return;
  // Drawing takes its time: no transaction is open meanwhile.
  const drawn = await deps.pdf.render(consentDocument({ ...(await sourceOf(consent, deps)), checkedScan }));
  const { bytes, level } = await deps.sealer.seal(drawn, 'Sealed by the organisation when the last signature was given');
  const sha256 = sha256Hex(bytes);
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, reach, consent.case_id);
    if (record === undefined || (await documentOf(trx, { organisationId, id: consentID }, 'SIGNED')) !== undefined) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    await insertDocument(trx, {
      organisation_id: organisationId,
      id: deps.newId(),
      consent_id: consentID,
      kind: 'SIGNED',
      sha256,
      bytes,
      level,
      made_at: now,
    });
    // It may have been confirmed before it was sealed; a disagreement is always settled before.
    const addenda = await addendaWithoutDocument(trx, consent);
    const outcomes = addenda.filter(({ kind }) => kind === 'OUTCOME').length;
    await updateConsentRow(trx, { organisationId, id: consentID }, { seal_state: 'SEALED', sealed_at: now });
    // How many outcomes follow: whoever shows the case waits for them.
    const detail = { level, sha256, ...(outcomes > 0 && { outcomes }) };
    const sealed = { organisationId, caseId: record.id, at: now, type: 'SEALED', versionId: consentID, detail } as const;
    const id = await addSystemEvent(trx, deps, sealed);
    if (addenda.length > 0) await queueDocumentJob(trx, deps, { kind: 'CONFIRMATION', organisationId, consentID, now });
    // It may have been withdrawn while it was drawn.
    if ((await consentById(trx, reach, consentID))?.status !== 'SIGNED')
      await queueDocumentJob(trx, deps, { kind: 'VIEW', organisationId, consentID, now });
    else {
      const patient = await holdPatient(trx, { organisationId, referrerId: undefined }, record.patient_id);
      const news = { id, type: 'SEALED', detail, isBySystem: true };
      if (patient !== undefined) await notify({ db: trx, deps, record, consent, patient, now }, news);
    }
  });
}
