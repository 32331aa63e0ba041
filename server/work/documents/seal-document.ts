import { lockCase } from '#server/data/consents/cases.ts';
import { consentById, updateConsent } from '#server/data/consents/consents.ts';
import { documentOf, insertDocument } from '#server/data/consents/documents.ts';
import { addEvent, timeInCase } from '#server/data/consents/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import { consentDocument } from './document.ts';
import { sourceOf } from './document-source.ts';

/** The last of so many attempts stores a document without a time stamp; the job's waits between them are 15 s together [choice]. */
const STAMP_TRIES = 5;

/** Thrown when the time stamp authority did not answer and a retry makes sense. */
export class StampPending extends Error {
  override name = 'StampPending';
}

/**
 * Draws and seals the document of a signed version and stores it with its SHA-256. Sealing twice stores one document. A stored
 * document never changes, so it is stored without a time stamp only after the authority has failed at several attempts, as a signed
 * form must not wait for long.
 *
 * @param sealing - `attempts`: attempts at this document, this one included
 * @throws StampPending, or any error of drawing or sealing; the job is then retried
 */
export async function sealDocument(
  { organisationId, consentID, attempts }: { organisationId: string; consentID: string; attempts: number },
  deps: Deps,
): Promise<void> {
  const db = deps.database.db;
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  if (consent === undefined || consent.seal_state === 'SEALED' || consent.pinned === null) return;
  // Drawing takes its time: no transaction is open meanwhile.
  const drawn = await deps.pdf.render(consentDocument(await sourceOf(consent, deps)));
  const reason = 'Sealed by the organisation when the last signature was given';
  const { bytes, level, stampPending } = await deps.sealer.seal(drawn, reason);
  if (stampPending && attempts < STAMP_TRIES) throw new StampPending();
  const sha256 = sha256Hex(bytes);
  await db.transaction().execute(async (trx) => {
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
    await updateConsent(trx, { organisationId, id: consentID }, { seal_state: 'SEALED', sealed_at: now });
    await addEvent(
      trx,
      { organisationId, caseId: record.id, chainKey: deps.chainKey },
      {
        id: deps.newId(),
        at: now,
        type: 'SEALED',
        actor: { kind: 'SYSTEM', name: deps.settings.productName, role: '' },
        versionId: consentID,
        detail: { level, sha256 },
      },
    );
  });
  if (stampPending) deps.log.warn('the time-stamp authority failed: a document is sealed without a time stamp', { attempts });
}
