import { readingNeedsOf } from '#domain/patients/contact-wishes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { laterPoints, canAnswerLater } from '#domain/documents/later-points.ts';
import { LATER_STATEMENT } from '#domain/signing/later-signature.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { signerAt } from '#domain/consents/recipients.ts';
import { questionsOfSigner } from '#domain/signing/signer-questions.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { formExtrasOf } from '#domain/consents/form-extras.ts';
import type { LocalLibrary } from '#store/entities/library.ts';
import type { Pinned } from '#store/entities/pinned.ts';

type TicketViewInput = {
  /** as {@link toConsentView} builds it: sent, and not yet ended */
  readonly consent: Consent;
  readonly patient: Patient;
  /** the local pin, with the patient's details of that moment; null when the server pinned it: then the present details are shown */
  readonly pinned: Pinned | null;
  readonly role: SignerRole;
  /** the signer's place, where several have the role */
  readonly signingOrder?: number | undefined;
  readonly organisation: TicketDetails['organisation'];
  /** offered beside English, as the server last told */
  readonly languages?: TicketDetails['languages'];
  /** of questions and links, which stand in no record; a form whose library entries are not here goes without */
  readonly library: LocalLibrary;
};

/** The signer's view of a version in a handover; null for a role that does not sign it, or before it is ready. */
export function toTicketView({
  consent,
  patient,
  pinned,
  role,
  signingOrder,
  organisation,
  languages = [],
  library,
}: TicketViewInput): TicketDetails | null {
  // The talks, and who has answered since, are for staff.
  const { laterAnswers: _later, talks: _talks, ...onForm } = consent;
  const { contentDigest, clinicianStatement, addedSigners = [] } = onForm;
  const me = signerAt([...consent.recipients, ...addedSigners], { role, signing_order: signingOrder });
  const statement = me === undefined || me === 'ambiguous' ? undefined : statementOf(consent, me);
  if (statement === undefined || contentDigest === null || me === undefined || me === 'ambiguous') return null;
  const recipients = consent.recipients.map((each) => (each === me ? each : { ...each, recipient_email: null }));
  const shownConsent: Consent = {
    ...onForm,
    // The clinician's note is for colleagues: the signer must not see it.
    clinicianStatement: clinicianStatement === null ? null : { ...clinicianStatement, note: '' },
    // Nobody reads what another signer wrote.
    ownWords: consent.ownWords?.filter(({ signing_order: order }) => order === me.signing_order),
    // A parent does not read what a child wrote.
    patientComments: ROLE_RULES[role].isPatient ? consent.patientComments : '',
    interpreterComments: '',
    // Two parents share them: neither reads what the other wrote.
    parentComments: '',
    questions: questionsOfSigner(consent.questions, { ...me, name: me.recipient_name }),
    recipients,
    addedSigners,
    // The record stands in the details themselves; what staff write about the family does not belong to a signer's page.
    shown: null,
    ...EMPTY_FAMILY,
    capacity: null,
    signatures: [],
    Timeline: [],
    visibilityType: mayMove(consent.status, 'sign') ? 'sign' : 'view',
  };
  return {
    organisation,
    consent: shownConsent,
    patient: { ...shownPatientOf(pinned?.patient ?? patient), communication: readingNeedsOf(patient.communication) },
    role,
    signing_order: me.signing_order,
    recipients,
    statement,
    contentDigest,
    shown: pinned === null ? consent.shown : pinned.shown,
    ...(languages.length === 0 ? {} : { languages }),
    ...laterPart(consent, me.signing_order),
    extras: formExtrasOf(role, consent.procedures, (id, version) =>
      version === undefined && !library.isInUse(id) ? undefined : library.entry(id, version),
    ),
  };
}

/** The choices about which somebody who has signed is asked again: by the rule of the server, as far as this device knows. */
function laterPart(consent: Consent, order: number): Pick<TicketDetails, 'later'> {
  if (!canAnswerLater(consent)) return {};
  const points = laterPoints(consent, order);
  return points.length === 0 ? {} : { later: { points, statement: LATER_STATEMENT } };
}

type Signer = Pick<Consent['recipients'][number], 'role' | 'signing_order'> & { readonly attests?: number };

// A witness's sentence names whom they saw or heard: it is in no record that was sent.
function statementOf({ statements, recipients }: Consent, { role, attests }: Signer): string | undefined {
  if (attests === undefined) return statements[role];
  const attested = recipients.find(({ signing_order }) => signing_order === attests);
  if (attested === undefined) return undefined;
  const method = attested.method === 'MARK_WITNESSED' ? 'MARK_WITNESSED' : 'VERBAL_WITNESSED';
  return witnessStatement(attested.recipient_name, method);
}
