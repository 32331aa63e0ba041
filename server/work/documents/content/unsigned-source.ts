import { localDate } from '#domain/values/plain-date.ts';
import type { PlannedRecipient } from '#domain/consents/recipients.ts';
import { translationLanguageOf } from '#domain/consents/shown-translation.ts';
import { userById } from '#server/data/accounts/users.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { templatesByIds } from '#server/data/library/library.ts';
import { patientOfCase } from '#server/data/patients/patients.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { Deps } from '#server/deps.ts';
import { recordOf, signersOf } from '#server/work/consents/form-content.ts';
import { translationOnForm } from '#server/work/consents/form-translation.ts';
import { sourceAround, sourceOf, type DocumentSource } from './document-source.ts';

/**
 * The source of a drawing of a form: a draft as it is now, any other version as it was sent. It is made at the last change of the
 * draft, or when the form was sent, so that the same form gives the same file.
 *
 * @throws UnknownShownVersion for a form that a later build sent
 */
export async function formSourceOf(consent: ConsentRow, deps: Deps): Promise<DocumentSource> {
  if (consent.pinned !== null) {
    const source = await sourceOf(consent, deps);
    return { ...source, madeAt: Date.parse(consent.sent_at ?? consent.updated_at) };
  }
  return draftSource(consent, deps);
}

/** A form before anybody signed, said no, asked or added a word. */
export function beforeSigning(source: DocumentSource): DocumentSource {
  return {
    ...source,
    signedAt: null,
    recipients: source.recipients.filter(({ attests }) => attests === null).map(asSent),
    signatures: [],
    laterAnswers: [],
    questions: [],
    ownWords: [],
    settled: null,
    events: [],
  };
}

// The recipient of a settled disagreement is not required any more; at send each was as the record says.
function asSent(recipient: RecipientRow): RecipientRow {
  return { ...recipient, state: 'WAITING', method: null, signed_at: null, identity: null };
}

async function draftSource(consent: ConsentRow, deps: Deps): Promise<DocumentSource> {
  const { db } = deps.database;
  const { organisation_id: organisationId, content } = consent;
  const [patient, clinician, [template]] = await Promise.all([
    patientOfCase(db, organisationId, consent.case_id),
    userById(db, organisationId, consent.clinician_id),
    templatesByIds(db, organisationId, content.templateID === null ? [] : [content.templateID]),
  ]);
  if (clinician === undefined) throw new Error('a version without a clinician');
  const nodes = template?.nodes ?? [];
  const about = { consent, patient, today: localDate(deps.clock(), deps.settings.timeZone) };
  const { recipients } = signersOf(about, { clinician, nodes });
  const translation = await translationOnForm(db, organisationId, {
    language: translationLanguageOf(patient.communication.language, deps.settings.patientLanguages),
    procedures: content.procedures,
    template: { nodes, translations: template?.translations ?? [] },
  });
  const pinned = recordOf(about, {
    template: { templateID: template?.id ?? '', templateVersion: template?.version ?? 0, nodes },
    procedures: content.procedures,
    recipients,
    translation,
  });
  const source = await sourceAround(consent, deps, { pinned, digest: '', verifyCode: '' });
  return {
    ...source,
    madeAt: Date.parse(consent.updated_at),
    recipients: recipients.map((each) => plannedRow(consent, each)),
    // A form that was recalled has signatures in its timeline alone.
    signatures: [],
  };
}

function plannedRow(consent: ConsentRow, { role, name, order, required, parentId }: PlannedRecipient): RecipientRow {
  return {
    organisation_id: consent.organisation_id,
    consent_id: consent.id,
    role,
    name,
    email: null,
    signing_order: order,
    state: 'WAITING',
    method: null,
    signed_at: null,
    identity: null,
    required,
    attests: null,
    party: parentId ?? null,
  };
}
