import { isChild } from '#domain/forms/signer-roles.ts';
import { withoutChildsWords } from '#domain/consents/own-words.ts';
import { isForParents } from './document-parts.ts';
import { printedQuestions } from './document-questions.ts';
import type { DocumentSource } from './document-source.ts';

/** The pinned record inside the PDF: for programs, and for scripts whose text no reader extracts well. */
export function attachmentOf(source: DocumentSource): string {
  const { pinned, digest, consentId, versionNumber, signatures, events, ownWords, recipients, recordNumber, clinicianStatement } =
    source;
  const hidesChild = isForParents(recipients);
  const signers = recipients.map(({ signing_order: order, role }) => ({ order, role }));
  return JSON.stringify({
    consentID: consentId,
    versionNumber,
    contentDigest: digest,
    shown: pinned,
    ownWords: withoutChildsWords(ownWords, { signers, hidesChild }),
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
    // Outside what was signed with the form, each under its own signature and digest.
    ...laterPart(source),
  });
}

function laterPart({ laterAnswers }: DocumentSource): { laterAnswers?: unknown; howTo: object } {
  const counted = laterAnswers.flatMap(({ cancelledAt, ...record }) => (cancelledAt === undefined ? [record] : []));
  return counted.length === 0 ? { howTo: HOW_TO } : { laterAnswers: counted, howTo: { ...HOW_TO, ...LATER_HOW_TO } };
}

/** For whoever holds the file and wants to compute both numbers of its last page again. */
const HOW_TO = {
  contentDigest: 'SHA-256 of the member “shown” as canonical JSON (RFC 8785) in UTF-8.',
  timelineHead:
    'Each event of the case holds the hash of the one before it, and its own: SHA-256 of all its other members as canonical JSON (RFC 8785) in UTF-8. The audit trail lists the events; the hash of the last one at the sealing is this number.',
} as const;

/** The same for the number in the box of each signature under answers that were given after the form's own. */
const LATER_HOW_TO = {
  laterAnswers:
    'Each digest: SHA-256 of answersVersion 1, contentDigest, signer (order, role, name), answers (id, title, first, answer) and the signature’s statement, as canonical JSON (RFC 8785) in UTF-8. Of ticks that were read from paper: of ticksVersion 1, the members of “reading”, signer (order, role, name) and answers (id, title, first, answer).',
} as const;
