import { ADDENDUM_EVENTS, type AddendumKind } from '#domain/documents/document-kinds.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { consentById, type ConsentRow } from '#server/data/consents/consents.ts';
import { documentOf, eventsWithDocument, insertDocument } from '#server/data/documents/documents.ts';
import { eventsOf, timeInCase } from '#server/data/cases/timeline.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import type { PdfDocument } from '#server/outside/pdf/blocks.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { Addendum } from '#server/work/documents/content/addendum-document.ts';
import { confirmationDocument } from '#server/work/documents/content/confirmation-document.ts';
import { sourceOf } from '#server/work/documents/content/document-source.ts';
import type { DocumentOf, DocumentSource } from '#server/work/documents/content/document-source.ts';
import { outcomeDocument } from '#server/work/documents/content/outcome-document.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';

type Drawing = {
  kind: AddendumKind;
  /** shown by PDF readers beside the seal */
  reason: string;
  draw: (source: DocumentSource, addendum: Addendum) => PdfDocument;
};

/** Events of which each has a document of its own, named by it. */
const DRAWINGS = {
  CONFIRMED: {
    kind: 'CONFIRMATION',
    reason: 'Sealed by the organisation after the confirmation on the day',
    draw: confirmationDocument,
  },
  DISAGREEMENT_SETTLED: {
    kind: 'OUTCOME',
    reason: 'Sealed by the organisation with the outcome of a disagreement',
    draw: outcomeDocument,
  },
} as const satisfies Partial<Record<TimelineEvent['type'], Drawing>>;

/**
 * Draws and seals the addendum of each confirmation on the day and each settled disagreement of a version that has none yet. It names
 * the sealed form, which does not change; while that is not sealed there is nothing to do, and its sealing queues this anew.
 *
 * @throws any error of drawing or sealing; the job is then retried
 */
export async function makeAddenda({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const key = { organisationId, id: consentID };
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  const sealed = await documentOf(db, key, 'SIGNED');
  if (consent === undefined || sealed === undefined) return;
  for (const { event, kind, reason, draw } of await addendaWithoutDocument(db, consent)) {
    // Drawing takes its time: no transaction is open meanwhile.
    const addendum = { event, sealed: sealed.sha256, sealedAt: sealed.made_at };
    const drawn = await deps.pdf.render(draw(await sourceOf(consent, deps), addendum));
    const { bytes, level } = await deps.sealer.seal(drawn, reason);
    const sha256 = sha256Hex(bytes);
    await inTransaction(db, async (trx) => {
      const record = await lockCase(trx, reach, consent.case_id);
      if (record === undefined || (await eventsWithDocument(trx, key)).has(event.id)) return;
      const now = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
      await insertDocument(trx, {
        organisation_id: organisationId,
        id: deps.newId(),
        consent_id: consentID,
        kind,
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
        type: ADDENDUM_EVENTS[kind],
        versionId: consentID,
        detail: { level, sha256 },
      });
    });
  }
}

/** The events of a version, in their order, of which a document is still to be made, and how it is drawn. */
export async function addendaWithoutDocument(
  db: Db,
  { organisation_id: organisationId, case_id: caseId, id }: Pick<ConsentRow, 'organisation_id' | 'case_id' | 'id'>,
): Promise<(Drawing & { event: TimelineEvent })[]> {
  const events = (await eventsOf(db, organisationId, caseId)).filter(({ versionId }) => versionId === id);
  // A form that was opened to change it was sent again: what was settled before is not about it.
  const recalled = events.findLastIndex(({ type }) => type === 'RECALLED');
  const found = events.slice(recalled + 1).flatMap((event) => (isDrawn(event.type) ? [{ ...DRAWINGS[event.type], event }] : []));
  if (found.length === 0) return [];
  const drawn = await eventsWithDocument(db, { organisationId, id });
  return found.filter(({ event }) => !drawn.has(event.id));
}

function isDrawn(type: string): type is keyof typeof DRAWINGS {
  return type in DRAWINGS;
}
