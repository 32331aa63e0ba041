import type { TimelineEvent } from '#domain/timeline.ts';
import { lockCase } from '#server/data/consents/cases.ts';
import { consentById, type ConsentRow } from '#server/data/consents/consents.ts';
import { confirmedEventsWithDocument, documentOf, insertDocument } from '#server/data/consents/documents.ts';
import { eventsOf, timeInCase } from '#server/data/consents/timeline.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';
import { confirmationDocument } from './confirmation-document.ts';
import { sourceOf } from './document-source.ts';
import type { DocumentOf } from './seal-document.ts';
import { addSystemEvent } from './system-event.ts';

/**
 * Draws and seals the addendum of each confirmation on the day of a version that has none yet. It names the sealed form, which does
 * not change; while that is not sealed there is nothing to do, and its sealing queues this anew.
 *
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function makeConfirmations({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  const sealed = await documentOf(db, key, 'SIGNED');
  if (consent === undefined || sealed === undefined) return;
  for (const event of await confirmationsWithoutDocument(db, consent)) {
    // Drawing takes its time: no transaction is open meanwhile.
    const drawn = await deps.pdf.render(
      confirmationDocument(await sourceOf(consent, deps), { event, sealed: sealed.sha256, sealedAt: sealed.made_at }),
    );
    const { bytes, level } = await deps.sealer.seal(drawn, 'Sealed by the organisation after the confirmation on the day');
    const sha256 = sha256Hex(bytes);
    await inTransaction(db, async (trx) => {
      const record = await lockCase(trx, reach, consent.case_id);
      if (record === undefined || (await confirmedEventsWithDocument(trx, key)).has(event.id)) return;
      const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
      await insertDocument(trx, {
        organisation_id: organisationId,
        id: deps.newId(),
        consent_id: consentID,
        kind: 'CONFIRMATION',
        sha256,
        bytes,
        level,
        made_at: now,
        event_id: event.id,
      });
      await addSystemEvent(trx, deps, {
        organisationId,
        caseId: record.id,
        at: now,
        type: 'CONFIRMATION_SEALED',
        versionId: consentID,
        detail: { level, sha256 },
      });
    });
  }
}

/** The confirmations of a version, in their order, of which no document was made. */
export async function confirmationsWithoutDocument(
  db: Db,
  { organisation_id: organisationId, case_id: caseId, id }: Pick<ConsentRow, 'organisation_id' | 'case_id' | 'id'>,
): Promise<TimelineEvent[]> {
  const events = await eventsOf(db, organisationId, caseId);
  const confirmed = events.filter(({ type, versionId }) => type === 'CONFIRMED' && versionId === id);
  if (confirmed.length === 0) return [];
  const drawn = await confirmedEventsWithDocument(db, { organisationId, id });
  return confirmed.filter((event) => !drawn.has(event.id));
}
