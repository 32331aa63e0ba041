import { acronymBeside } from '#domain/consents/acronym.ts';
import { sideAndSiteWords } from '#domain/consents/consent.ts';
import { SIGNED_TITLES } from '#domain/consents/signed-titles.ts';
import { localDate, longDate } from '#domain/values/plain-date.ts';
import { spacedNhsNumber } from '#domain/values/nhs-number.ts';
import type { PdfBlock, PdfDocument, PdfIdentity } from '#server/outside/pdf/blocks.ts';
import { answerParts, type AnswerParts } from './document-answers.ts';
import { asFacts } from './document-parts.ts';
import { questionBlocks } from './document-questions.ts';
import { attachmentOf } from './document-attachment.ts';
import { withMeanings } from './document-meanings.ts';
import { timelineBlocks } from './document-evidence.ts';
import { ageAtSigning, keyFacts } from './document-facts.ts';
import { interpreterBlocks } from './document-interpreter.ts';
import { openPointBlocks, refusalBlocks } from './document-open-points.ts';
import { documentHead } from './document-head.ts';
import { paperBlocks } from './paper-notice.ts';
import { capacityParts, familyBlocks, noticeBlocks } from './document-people.ts';
import { textWithSignatures } from './signatures-in-text.ts';
import { anaestheticWords, changeBlocks, procedureBlocks } from './document-procedures.ts';
import { copyFooter } from './document-footer.ts';
import { signedParts } from './document-signing.ts';
import type { DocumentSource } from './document-source.ts';
import { translatedTextBlocks, translateOf, translationNotice } from './document-translation.ts';

/** The signed document: what was agreed, who signed, and the timeline. The pinned record travels inside as `content.json`. */
export function consentDocument(source: DocumentSource): PdfDocument {
  const { madeAt, timeZone, checkedScan } = source;
  return {
    ...documentHead(source, { subject: 'Consent', state: 'signed' }),
    createdAt: madeAt,
    state: { words: `Signed and sealed, ${longDate(localDate(madeAt, timeZone))}`, tone: 'ok' },
    footer: copyFooter(source),
    blocks: [
      identityBlock(source),
      ...bodyBlocks(source, textWithSignatures(source.pinned.template.nodes, source.recipients, signedParts(source)), {
        strips: openPointBlocks(source),
      }),
      ...timelineBlocks(source),
    ],
    attachment: { name: 'content.json', json: attachmentOf(source) },
    ...(checkedScan && { scan: { name: 'scan.pdf', bytes: checkedScan.bytes } }),
  };
}

/** The patient and the procedures, as they stand at the top of the first page. */
export function identityBlock(source: DocumentSource): PdfBlock {
  const { pinned, recordNumber, versionNumber, signedAt, madeAt, timeZone } = source;
  const { patient, procedures } = pinned;
  const day = localDate(signedAt === null ? madeAt : Date.parse(signedAt), timeZone);
  return {
    ...whoIs(patient, { age: ageAtSigning(source), recordNumber }),
    consent: `Version ${versionNumber}, ${longDate(day)}`,
    procedures: procedures.map((procedure) => {
      const where = sideAndSiteWords(procedure);
      const note = anaestheticWords(procedure);
      const acronym = acronymBeside(procedure);
      return {
        name: procedure.procedureName,
        ...(where === '' ? {} : { side: where }),
        ...(acronym === '' ? {} : { acronym }),
        ...(note === '' ? {} : { note }),
      };
    }),
  };
}

/** The part of the identity block that says who the patient is. */
export function whoIs(
  { lastName, firstName, dateOfBirth, nhsNumber, hospitalNumber }: Who,
  { age, recordNumber }: { age: number; recordNumber: string },
): Omit<PdfIdentity, 'consent' | 'procedures'> {
  return {
    kind: 'identity',
    lastName,
    firstName,
    born: `${longDate(dateOfBirth)} (${age})`,
    recordNumber,
    ...(nhsNumber === null ? {} : { nhsNumber: spacedNhsNumber(nhsNumber) }),
    ...(hospitalNumber === null ? {} : { hospitalNumber }),
  };
}

type Who = Pick<DocumentSource['pinned']['patient'], 'lastName' | 'firstName' | 'dateOfBirth' | 'nhsNumber' | 'hospitalNumber'>;

type BodyParts = {
  /** beside the refusals */
  readonly strips?: readonly PdfBlock[];
  readonly answers?: AnswerParts;
};

/**
 * The form in the order in which it is read: what nobody may miss, facts, procedure, choices and words, the form's own text.
 *
 * @param text - the form's own text, with the signatures at their places
 */
export function bodyBlocks(
  source: DocumentSource,
  text: readonly PdfBlock[],
  { strips = [], answers: { choices, answers, comments } = answerParts(source) }: BodyParts = {},
): PdfBlock[] {
  const { pinned } = source;
  const translate = translateOf(pinned);
  const capacity = capacityParts(source);
  return [
    ...refusalBlocks(source),
    ...strips,
    ...noticeBlocks(source),
    ...translationNotice(pinned),
    ...paperBlocks(source),
    ...keyFacts(source),
    ...capacity.judged,
    ...capacity.consulted,
    ...changeBlocks(pinned),
    ...pinned.procedures.flatMap((_, at) => procedureBlocks(pinned.procedures, at, translate)),
    ...familyBlocks(source),
    ...withMeanings(pinned, [
      ...choices,
      ...asFacts(SIGNED_TITLES.ownWords, [...answers, ...interpreterBlocks(pinned), ...comments]),
      ...questionBlocks(source),
      ...text,
    ]),
    ...translatedTextBlocks(pinned),
  ];
}
