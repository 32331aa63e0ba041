import { anaestheticWords, answerBlocks, choiceBlocks, keyFacts, procedureBlocks, templateBlocks } from './document-parts.ts';
import { evidenceBlocks, signatureBlock } from './document-signing.ts';
import type { DocumentSource } from './document-source.ts';
import { sideAndSiteWords } from '#domain/consent.ts';
import { ageOn, localDate, longDate } from '#domain/plain-date.ts';
import { spacedNhsNumber } from '#domain/nhs-number.ts';
import { placeholder } from '#domain/recipients.ts';
import { ROLE_WORDS } from '#domain/signing-words.ts';
import type { FormType } from '#domain/states.ts';
import type { PdfBlock, PdfDocument } from '#server/outside/pdf/blocks.ts';
import { unshowable } from '#server/outside/pdf/coverage.ts';

/** The title stays on one line; the form's full name stands below it. */
export const FORM_TITLES: Record<FormType, { title: string; name: string }> = {
  FORM_1: { title: 'Consent to treatment', name: 'Form 1: patient agreement to investigation or treatment' },
  FORM_2: { title: 'Consent to treatment', name: 'Form 2: parental agreement to investigation or treatment' },
  FORM_3: { title: 'Consent to treatment', name: 'Form 3: patient agreement to a procedure without sedation' },
  FORM_4: { title: 'Treatment without consent', name: 'Form 4: treatment of an adult who lacks capacity to consent' },
};

/** The signed document: what was agreed, who signed, and one page of evidence. The pinned record travels inside as `content.json`. */
export function consentDocument(source: DocumentSource): PdfDocument {
  const { pinned, consentId, organisation, madeAt, verifyUrl, versionNumber, timeZone } = source;
  const { title, name } = FORM_TITLES[pinned.formType];
  return {
    title,
    subject: 'Consent',
    language: 'en-GB',
    createdAt: madeAt,
    organisation,
    subtitle: `${name} · version ${versionNumber}`,
    state: { words: `Signed and sealed, ${longDate(localDate(madeAt, timeZone))}`, tone: 'ok' },
    footer: { versionId: consentId, verifyUrl },
    blocks: [identityBlock(source), ...bodyBlocks(source), { kind: 'pageBreak' }, ...evidenceBlocks(source)],
    attachment: { name: 'content.json', json: attachmentOf(source) },
  };
}

/** The patient and the procedures, as they stand at the top of the first page. */
export function identityBlock({ pinned, recordNumber, versionNumber, signedAt, madeAt, timeZone }: DocumentSource): PdfBlock {
  const { patient, procedures } = pinned;
  const day = localDate(signedAt === null ? madeAt : Date.parse(signedAt), timeZone);
  return {
    kind: 'identity',
    lastName: patient.lastName,
    firstName: patient.firstName,
    born: `${longDate(patient.dateOfBirth)} (${ageOn(patient.dateOfBirth, day)})`,
    recordNumber,
    consent: `Version ${versionNumber}, ${longDate(day)}`,
    ...(patient.nhsNumber === null ? {} : { nhsNumber: spacedNhsNumber(patient.nhsNumber) }),
    ...(patient.hospitalNumber === null ? {} : { hospitalNumber: patient.hospitalNumber }),
    procedures: procedures.map((procedure) => {
      const where = sideAndSiteWords(procedure);
      const note = anaestheticWords(procedure);
      return {
        name: procedure.procedureName,
        ...(where === '' ? {} : { side: where }),
        ...(note === '' ? {} : { note }),
      };
    }),
  };
}

// All that is looked for comes first: facts, procedure, choices, signatures. The form's own text follows, and refers to the signatures.
function bodyBlocks(source: DocumentSource): PdfBlock[] {
  const { pinned, recipients } = source;
  const counts = new Map<string, number>();
  const text = templateBlocks(pinned.template.nodes, (role) => {
    const recipient = recipients.find((each) => each.role === role);
    if (recipient === undefined) return [];
    const nth = (counts.get(role) ?? 0) + 1;
    counts.set(role, nth);
    const label = `${placeholder(recipient.signing_order, nth)}, ${ROLE_WORDS[role].toLowerCase()}: under “Signatures” above`;
    return [{ kind: 'paragraph', quiet: true, spans: [{ text: label }] }];
  });
  return [
    ...keyFacts(source),
    ...pinned.procedures.flatMap((each) => procedureBlocks(each, pinned.procedures.length > 1)),
    ...choiceBlocks(pinned),
    ...answerBlocks(pinned),
    ...noteBlocks(source),
    { kind: 'heading', level: 2, text: 'Signatures' },
    ...recipients.map((recipient) => signatureBlock(source, recipient)),
    ...(text.length === 0 ? [] : [{ kind: 'heading' as const, level: 2 as const, text: 'Full text of the form' }, ...text]),
  ];
}

function noteBlocks({ patientComments }: DocumentSource): PdfBlock[] {
  const note = (title: string, text: string): PdfBlock[] =>
    text === ''
      ? []
      : [
          { kind: 'heading', level: 3, text: title },
          { kind: 'paragraph', spans: [{ text }] },
        ];
  return note('The patient added', patientComments);
}

/** The pinned record inside the PDF: for programs, and for scripts whose text no reader extracts well. */
function attachmentOf(source: DocumentSource): string {
  const { pinned, digest, consentId, versionNumber, signatures, events, patientComments, recordNumber, clinicianStatement } =
    source;
  return JSON.stringify({
    consentID: consentId,
    versionNumber,
    contentDigest: digest,
    shown: pinned,
    patientComments,
    recordNumber,
    // The note beside the judgement is between colleagues.
    clinicianStatement:
      clinicianStatement === null
        ? null
        : { discussed: clinicianStatement.discussed, capacity: clinicianStatement.capacity, at: source.sentAt },
    signatures: signatures.map(({ given, received_at, handover_id, credentials }) => ({
      ...given,
      credentials,
      receivedAt: received_at,
      handoverId: handover_id,
    })),
    timelineHead: events.at(-1)?.hash ?? null,
    timelineLength: events.length,
  });
}

/** Every character of a value's texts that no font of the document can show. */
export function unprintable(value: unknown): string[] {
  return unshowable(textsOf(value).join('\n'));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
