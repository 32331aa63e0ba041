import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { isSameSigner, type Recipient } from '#domain/consents/recipients.ts';
import { statementsOf } from '#domain/consents/statements.ts';
import { paperIdOf } from '#domain/documents/paper-code.ts';
import { EMPTY_FAMILY, type Family } from '#domain/family/family.ts';
import { laterAnswersShown } from '#domain/signing/later-signature.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { isPatientSide, withoutParentEmail } from '#domain/patients/restricted.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import type { TemplateRow } from '#server/data/library/library.ts';
import type { ConsentParts } from '#server/data/signing/consent-parts.ts';
import { presentWords } from '#server/data/signing/own-words.ts';
import { presentRecipient } from '#server/data/signing/signers.ts';
import type { CaseSummary } from '#server/data/summaries/case-summaries.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { presentLink } from '#server/work/links/present-link.ts';
import { confirmStateOfRow, type ConfirmDeps } from './confirm-state.ts';
import { missingBy, type DraftLibrary } from './missing.ts';
import { presentSignature } from './present-signature.ts';
import { questionsFor } from './questions-for.ts';
import { firstAssessorOf } from './content.ts';

/** The reader of a version, with the clock. */
export type ConsentReader = {
  actor: StaffActor | TicketActor;
  deps: ConfirmDeps & Pick<Deps, 'chainKey' | 'clock' | 'settings'>;
};

type Around = ConsentReader & {
  library: DraftLibrary;
  templates: ReadonlyMap<string, TemplateRow>;
  timeline: TimelineEvent[];
  /** the patients whose contact details the reader does not see */
  redacted: ReadonlySet<string>;
};

/** One version with all that this reader may see of it. */
export function consentView(row: ConsentParts, around: Around): Consent {
  const { timeline } = around;
  return {
    consentID: row.id,
    recordID: row.case_id,
    patientID: row.patient.id,
    previousConsentId: row.previous_id,
    versionNumber: row.version_number,
    version: row.version,
    formType: row.form_type,
    ...formView(row, around),
    ...signersView(row, around),
    ...stateView(row, around),
    ...pinnedView(row, around),
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    Timeline: timeline,
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    operator: operatorOfRow(row),
    ended: around.actor.kind === 'ticket' ? null : row.ended,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    signedAt: row.signed_at,
  };
}

/** The words of a form: as they were pinned, else as they are. */
function formView(row: ConsentParts, { actor, templates }: Around) {
  const { content, pinned } = row;
  const template = pinned !== null || content.templateID === null ? undefined : templates.get(content.templateID);
  const isSigner = actor.kind === 'ticket';
  return {
    // Notes between colleagues are not for the signer's page.
    clinicianStatement:
      isSigner && content.clinicianStatement !== null ? { ...content.clinicianStatement, note: '' } : content.clinicianStatement,
    procedures: pinned === null ? content.procedures : [...pinned.procedures],
    oldProcedures: row.old_procedures,
    templateID: content.templateID,
    templateVersion: pinned?.template.templateVersion ?? template?.version ?? null,
    organisationName: pinned === null ? null : (row.letterhead?.name ?? null),
    content: pinned === null ? (template?.nodes ?? []) : [...pinned.template.nodes],
    mattersToMe: content.mattersToMe,
    additionalChoices: content.additionalChoices,
    // Signers are shown the pinned record.
    ...(isSigner || content.choiceDetails === undefined ? {} : { choiceDetails: content.choiceDetails }),
    ...(isSigner || pinned === null || content.safetyNotShown === undefined ? {} : { safetyNotShown: content.safetyNotShown }),
    ...(isSigner || content.latinNames === undefined ? {} : { latinNames: content.latinNames }),
    refusals: content.refusals,
    // A record beyond the first shape has no address of an interpreter, and neither has a signer's page.
    interpreter: isSigner && pinned != null && isFullShown(pinned) ? withoutAddress(content.interpreter) : content.interpreter,
    interpreterNeeded: content.interpreterNeeded,
    interpreterNoneReason: content.interpreterNoneReason,
    ...familyView(row, isSigner),
    capacity: isSigner ? null : content.capacity,
    ...(isSigner || row.status !== 'DRAFT' || content.child?.gillick == null
      ? {}
      : { gillickBy: firstAssessorOf({ content, clinician_id: row.clinician_id }) }),
  };
}

/** The signers' part of a version: recipients, signatures, comments and questions. */
function signersView(row: ConsentParts, { actor, deps, redacted }: Around) {
  const isSigner = actor.kind === 'ticket';
  // A form sent before the contact details were protected still has the address.
  const hidesEmail = (each: Recipient) =>
    (isSigner && !isSameSigner(each, signerOfTicket(actor))) ||
    ((row.patient.restricted || redacted.has(row.patient.id)) && isPatientSide(each.role));
  return {
    // A parent does not read what a child wrote.
    patientComments: !isSigner || ROLE_RULES[actor.role].isPatient ? row.patient_comments : '',
    interpreterComments: isSigner ? '' : row.interpreter_comments,
    // Two parents share them: neither reads what the other wrote.
    parentComments: isSigner ? '' : row.parent_comments,
    ownWords: wordsFor(row, actor),
    questions: questionsFor(actor, row),
    recipients: row.recipients
      .filter(({ attests }) => attests === null)
      .map(presentRecipient)
      .map((each) => (hidesEmail(each) ? { ...each, recipient_email: null } : each)),
    addedSigners: row.recipients.flatMap((each) =>
      each.attests === null ? [] : [{ ...presentRecipient(each), attests: each.attests }],
    ),
    signatures: actor.kind === 'staff' ? row.signatures.map(presentSignature) : [],
    importedSigners: isSigner ? [] : (row.imported_signers ?? []),
    links: isSigner ? [] : row.links.map((link) => presentLink(link, row, deps)),
  };
}

/** How far a version has come, and what its reader may do with it. */
function stateView(row: ConsentParts, { actor, deps, library }: Around) {
  const isSigner = actor.kind === 'ticket';
  const completed = {
    content: row.content,
    formType: row.form_type,
    patient: row.patient,
    today: todayOf(deps),
    now: new Date(deps.clock()).toISOString(),
  };
  return {
    activeTab: row.active_tab,
    status: row.status,
    sealState: row.seal_state,
    confirmState: confirmStateOfRow(row, deps),
    voidKind: isSigner ? null : row.void_kind,
    origin: isSigner ? null : row.origin,
    confirmation: isSigner ? null : row.confirmation,
    verifyCode: row.verify_code,
    bitpaper: isSigner ? null : paperIdOf({ consentID: row.id, digest: row.digest, status: row.status }),
    visibilityType: visibilityFor(actor, row),
    missing: row.status === 'DRAFT' ? missingBy(library, completed) : [],
  };
}

/** The pinned record of a form that is out, and the statement of each signer. */
function pinnedView({ digest, pinned, identity_checks, talks, later_answers: later }: ConsentParts, { actor }: Around) {
  const isSigner = actor.kind === 'ticket';
  return {
    contentDigest: digest,
    // A signer's page takes both from the ticket's details.
    shown: isSigner || pinned?.shownVersion === undefined ? null : pinned,
    shownPatient: isSigner || pinned === null ? null : shownPatientOf(pinned.patient),
    ...(isSigner || identity_checks.length === 0 ? {} : { identityChecks: identity_checks }),
    ...(isSigner || talks.length === 0 ? {} : { talks }),
    ...(isSigner || later.length === 0 ? {} : { laterAnswers: laterAnswersShown(later) }),
    statements: pinned === null ? {} : statementsOf(pinned),
  };
}

/** Of a signer's page their own words alone: no parent reads what another, or the child, wrote. */
function wordsFor(row: ConsentParts, actor: ConsentReader['actor']): Consent['ownWords'] {
  const words = presentWords(row);
  return actor.kind === 'staff'
    ? words
    : words.filter(({ signing_order: order }) => order !== null && order === actor.signingOrder);
}

function signerOfTicket({ role, signingOrder }: TicketActor) {
  return { role, signing_order: signingOrder };
}

function withoutAddress(interpreter: Consent['interpreter']): Consent['interpreter'] {
  return interpreter === null ? null : { ...interpreter, emailAddress: null, phone: null };
}

// Signers are shown the pinned record, and nothing of the family beside it.
function familyView({ content, disagreement, patient }: ConsentParts, isSigner: boolean): Family {
  if (isSigner) return EMPTY_FAMILY;
  const { basis, parents, lookedAfter, needsAllAdults, child } = content;
  return {
    basis,
    parents: patient.restricted ? withoutParentEmail(parents) : parents,
    lookedAfter,
    needsAllAdults,
    child,
    disagreement: disagreement ?? content.disagreement,
  };
}

function visibilityFor(actor: ConsentReader['actor'], { status }: ConsentRow): Consent['visibilityType'] {
  if (actor.kind === 'ticket') return mayMove(status, 'sign') ? 'sign' : 'view';
  return mayMove(status, 'edit') && actor.permissions.includes('consents.write') ? 'edit' : 'view';
}

/** The named operator; null without one. */
export function operatorOfRow({
  operator_id,
  operator_name,
}: Pick<CaseSummary, 'operator_id' | 'operator_name'>): RecordSummary['operator'] {
  return operator_id === null ? null : { _id: operator_id, name: operator_name };
}
