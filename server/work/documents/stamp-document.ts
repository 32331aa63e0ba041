import { lockCase } from '#server/data/cases/cases.ts';
import { consentById } from '#server/data/consents/consents.ts';
import { documentOf, insertDocument } from '#server/data/documents/documents.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { DocumentOf } from '#server/work/documents/content/document-source.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { inTransaction } from '#server/data/transaction.ts';

/**
 * Has the authority stamp a sealed document, and stores the token beside it; the document itself does not change. Where no authority
 * is set any more there is nothing to do.
 *
 * @throws StampRefused while the authority fails; the job is then retried
 */
export async function stampDocument({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  const document = await documentOf(db, key, 'SIGNED');
  if (consent === undefined || document === undefined || deps.sealer.requestStamp === undefined) return;
  if ((await documentOf(db, key, 'TIMESTAMP')) !== undefined) return;
  // The authority may take seconds: no transaction is open meanwhile.
  const { token, stampedAt } = await deps.sealer.requestStamp(document.bytes);
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, reach, consent.case_id);
    if (record === undefined || (await documentOf(trx, key, 'TIMESTAMP')) !== undefined) return;
    const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    await insertDocument(trx, {
      organisation_id: organisationId,
      id: deps.newId(),
      consent_id: consentID,
      kind: 'TIMESTAMP',
      sha256: sha256Hex(token),
      bytes: token,
      level: null,
      made_at: now,
    });
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at: now,
      type: 'STAMPED',
      versionId: consentID,
      detail: { stampedAt: new Date(stampedAt).toISOString(), sha256: document.sha256 },
    });
  });
}
