import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import type { ClinicianStatement } from '#domain/consents/consent.ts';
import { isOfKnownShape, UnknownShownVersion, type ShownContent } from '#domain/consents/digest.ts';
import type { OwnWords } from '#domain/consents/own-words.ts';
import type { Disagreement } from '#domain/family/family.ts';
import type { CaseSigner } from '#domain/cases/event-author.ts';
import type { StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { latinNamesOf } from '#domain/forms/latin-names.ts';
import { wrongPatientVersions, type ConsentRow } from '#server/data/consents/consents.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { patientOfCase, type PatientRow } from '#server/data/patients/patients.ts';
import {
  recipientsIn,
  signaturesIn,
  type QuestionRow,
  type RecipientRow,
  type SignatureRow,
} from '#server/data/signing/signers.ts';
import { signersOfCase } from '#server/data/signing/case-signers.ts';
import { presentWords, spokenWordsIn } from '#server/data/signing/own-words.ts';
import { questionsIn } from '#server/data/signing/questions.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import type { DocumentRow } from '#server/data/documents/documents.ts';
import type { Deps } from '#server/deps.ts';
import type { PdfDocument, PdfLetterhead } from '#server/outside/pdf/blocks.ts';
import { drawnLetterhead } from '#server/work/documents/letterhead.ts';
import { latinNameOf } from './latin-name.ts';

/** The version whose file a job makes. */
export type DocumentOf = { organisationId: string; consentID: string };

/** The source of a consent document: the pinned content, the signatures, and their evidence. */
export type DocumentSource = {
  consentId: string;
  versionNumber: number;
  pinned: ShownContent;
  digest: string;
  verifyUrl: string;
  /** as it is printed */
  verifyCode: string;
  letterhead: PdfLetterhead;
  timeZone: string;
  /** epoch ms */
  madeAt: number;
  /** this product's number of the patient, P-000412 */
  recordNumber: string;
  /** as the patient's record has it now: how letters of other scripts are read aloud, and written where no font has them */
  writing?: Pick<PdfDocument, 'patientLanguage' | 'latinNames'> | undefined;
  clinicianStatement: ClinicianStatement | null;
  /** of the pinned choices; a tablet of a build before has pinned them without */
  choiceDetails?: readonly ChoiceDetail[] | undefined;
  /** the choices about safety that the form should show and does not */
  safetyNotShown?: readonly ChoiceDetail[] | undefined;
  /** given after a signature to what the form leaves open, cancelled ones too; oldest first */
  laterAnswers: readonly StoredLaterAnswers[];
  /** ISO */
  sentAt: string | null;
  signedAt: string | null;
  recipients: readonly RecipientRow[];
  signatures: readonly SignatureRow[];
  /** in the order in which they were asked */
  questions: readonly QuestionRow[];
  /** all that people said, each with its speaker */
  ownWords: readonly OwnWords[];
  /** the outcome of a disagreement of adults before the form was sent, with its author */
  recorded: Disagreement | null;
  /** the outcome of one that came up while the form was out; not a part of what is pinned */
  settled: Disagreement | null;
  /** the whole chain of the case */
  events: readonly TimelineEvent[];
  /** the signers of all versions of the case, who are the authors of its events */
  signers: readonly CaseSigner[];
  /** the sealed pages of a form on paper; absent from a form without, and from every document that does not carry them */
  checkedScan?: Pick<DocumentRow, 'bytes'> | undefined;
  /** of the paper of a refusal; absent from every other document */
  isRefusal?: true;
  /** other versions of the case about another patient: their events are not printed */
  hiddenVersions?: ReadonlySet<string>;
};

/** The source of the document; a signed version does not change any more. */
export async function sourceOf(consent: ConsentRow, deps: Deps): Promise<DocumentSource> {
  if (consent.pinned === null || consent.digest === null || consent.verify_code === null)
    throw new Error('a version that was never sent has no document');
  // The job waits for the build that knows it.
  if (!isOfKnownShape(consent.pinned)) throw new UnknownShownVersion('The form is of a later build');
  return sourceAround(consent, deps, { pinned: consent.pinned, digest: consent.digest, verifyCode: consent.verify_code });
}

/** The source of a document of a version whose record is that of `form`. */
export async function sourceAround(
  consent: ConsentRow,
  deps: Deps,
  { pinned, digest, verifyCode }: Pick<DocumentSource, 'pinned' | 'digest' | 'verifyCode'>,
): Promise<DocumentSource> {
  const db = deps.database.db;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const [letterhead, recipients, signatures, questions, events, patient, wrongPatient, signers, spoken] = await Promise.all([
    drawnLetterhead(db, consent),
    recipientsIn(db, key),
    signaturesIn(db, key),
    questionsIn(db, key),
    eventsOf(db, consent.organisation_id, consent.case_id),
    patientOfCase(db, consent.organisation_id, consent.case_id),
    wrongPatientVersions(db, consent.organisation_id, [consent.case_id]),
    signersOfCase(db, consent.organisation_id, consent.case_id),
    spokenWordsIn(db, key),
  ]);
  return {
    consentId: consent.id,
    versionNumber: consent.version_number,
    pinned,
    digest,
    verifyUrl: `${deps.publicOrigin}/verify/${verifyCode}`,
    verifyCode,
    letterhead,
    timeZone: deps.settings.timeZone,
    madeAt: deps.clock(),
    recordNumber: shownNumber(patient.number),
    writing: writingOf({ shown: pinned.patient, content: consent.content, patient }),
    clinicianStatement: consent.content.clinicianStatement,
    choiceDetails: consent.content.choiceDetails,
    safetyNotShown: consent.content.safetyNotShown,
    laterAnswers: consent.later_answers,
    sentAt: consent.sent_at,
    signedAt: consent.signed_at,
    recipients,
    signatures,
    questions,
    ownWords: presentWords({ ...consent, own_words: spoken, recipients, signatures }),
    recorded: consent.content.disagreement,
    settled: consent.disagreement,
    events,
    signers,
    hiddenVersions: new Set([...wrongPatient].filter((id) => id !== consent.id)),
  };
}

function writingOf({
  shown,
  content,
  patient,
}: {
  shown: ShownContent['patient'];
  content: Pick<ConsentRow['content'], 'latinNames'>;
  patient: PatientRow;
}): DocumentSource['writing'] {
  const latinNames = { ...latinNamesOf(content.latinNames), ...latinNameOf(shown, patient) };
  const { language } = patient.communication;
  return { patientLanguage: language, ...(Object.keys(latinNames).length === 0 ? {} : { latinNames }) };
}
