import { isChild } from '#domain/forms/signer-roles.ts';
import { isForParents } from './document-parts.ts';
import { printedQuestions } from './document-questions.ts';
import type { DocumentSource } from './document-source.ts';

/** The pinned record inside the PDF: for programs, and for scripts whose text no reader extracts well. */
export function attachmentOf(source: DocumentSource): string {
  const { pinned, digest, consentId, versionNumber, signatures, events, comments, recordNumber, clinicianStatement } = source;
  const hidesChild = isForParents(source.recipients);
  return JSON.stringify({
    consentID: consentId,
    versionNumber,
    contentDigest: digest,
    shown: pinned,
    patientComments: hidesChild ? '' : comments.patient,
    parentComments: comments.parent,
    interpreterComments: comments.interpreter,
    disagreement: source.settled,
    recordNumber,
    // The note beside the judgement is between colleagues.
    clinicianStatement:
      clinicianStatement === null
        ? null
        : { discussed: clinicianStatement.discussed, capacity: clinicianStatement.capacity, at: source.sentAt },
    signatures: signatures.map(({ given, received_at, handover_id, credentials }) => ({
      ...given,
      ...(hidesChild && isChild(given.role) ? { comments: undefined } : {}),
      credentials,
      receivedAt: received_at,
      handoverId: handover_id,
    })),
    questions: printedQuestions(source).map(({ asked_by, text, answer, answered_by }) => ({
      askedBy: asked_by,
      text,
      answer,
      answeredBy: answered_by,
    })),
    timelineHead: events.at(-1)?.hash ?? null,
    timelineLength: events.length,
  });
}
