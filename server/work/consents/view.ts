import type { Consent, Signature } from '#contract/record-shapes.ts';
import type { ConsentSummary, RecordSummary } from '#contract/record-summary.ts';
import { mayMove } from '#domain/case-machine.ts';
import { spokenName } from '#domain/patient-name.ts';
import { statementFor } from '#domain/statements.ts';
import type { SignerRole } from '#domain/states.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import type { CaseRow } from '#server/data/consents/cases.ts';
import { consentsOfCase, type ConsentRow } from '#server/data/consents/consents.ts';
import { templateById } from '#server/data/consents/library.ts';
import { patientById, presentPatient, type PatientRow } from '#server/data/consents/patients.ts';
import {
  presentQuestion,
  presentRecipient,
  questionsIn,
  recipientsIn,
  signaturesIn,
  type RecipientRow,
  type SignatureRow,
} from '#server/data/consents/signers.ts';
import { eventsOf } from '#server/data/consents/timeline.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Db } from '#server/data/db.ts';
import { listingOf } from './listed.ts';
import { whatIsMissing } from './missing.ts';

/** The sentence of each role that signs a sent version; none while it is a draft. */
export function statementsOf({ pinned }: Pick<ConsentRow, 'pinned'>): Partial<Record<SignerRole, string>> {
  if (pinned === null) return {};
  const signed = {
    formType: pinned.formType,
    procedures: pinned.procedures,
    patientName: spokenName(pinned.patient),
    interpreting: pinned.interpreting,
  };
  return Object.fromEntries(pinned.recipients.map(({ role }) => [role, statementFor(role, signed)]));
}

type Reading = { db: Db; organisationId: string; actor: Actor };

/** One version with all that this reader may see. */
export async function viewConsent(
  { db, organisationId, actor }: Reading,
  row: ConsentRow,
  patient: PatientRow,
  timeline?: TimelineEvent[],
): Promise<Consent> {
  const key = { organisationId, id: row.id };
  const { content, pinned } = row;
  const template =
    pinned !== null || content.templateID === null ? undefined : await templateById(db, organisationId, content.templateID);
  const isSigner = actor.kind === 'ticket';
  const seesPatient = !isSigner || actor.role === 'PATIENT' || actor.role === 'PARENT';
  const isDraft = row.status === 'DRAFT';
  const missing = isDraft
    ? await whatIsMissing(db, organisationId, {
        content,
        formType: row.form_type,
        interpreterNeeded: patient.communication.interpreterNeeded,
      })
    : [];
  const signatures = await signaturesIn(db, key);
  return {
    consentID: row.id,
    recordID: row.case_id,
    patientID: patient.id,
    previousConsentId: row.previous_id,
    versionNumber: row.version_number,
    version: row.version,
    formType: row.form_type,
    // Notes between colleagues are not for the signer's page.
    clinicianStatement:
      isSigner && content.clinicianStatement !== null ? { ...content.clinicianStatement, note: '' } : content.clinicianStatement,
    procedures: pinned === null ? content.procedures : [...pinned.procedures],
    oldProcedures: row.old_procedures,
    templateID: content.templateID,
    templateVersion: pinned?.template.templateVersion ?? template?.version ?? null,
    content: pinned === null ? (template?.nodes ?? []) : [...pinned.template.nodes],
    mattersToMe: content.mattersToMe,
    additionalChoices: content.additionalChoices,
    refusals: content.refusals,
    interpreter: content.interpreter,
    interpreterNeeded: content.interpreterNeeded,
    interpreterNoneReason: content.interpreterNoneReason,
    patientComments: seesPatient ? row.patient_comments : '',
    interpreterComments: isSigner ? '' : row.interpreter_comments,
    parentComments: '',
    questions: seesPatient ? (await questionsIn(db, key)).map(presentQuestion) : [],
    recipients: (await recipientsIn(db, key))
      .map(presentRecipient)
      .map((each) => (isSigner && each.role !== actor.role ? { ...each, recipient_email: null } : each)),
    signatures: actor.kind === 'staff' ? signatures.map(presentSignature) : [],
    activeTab: row.active_tab,
    status: row.status,
    sealState: row.seal_state,
    confirmState: row.confirm_state,
    contentDigest: row.digest,
    statements: statementsOf(row),
    verifyCode: row.verify_code,
    bitpaper: null,
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    Timeline: actor.kind === 'staff' ? (timeline ?? (await eventsOf(db, organisationId, row.case_id))) : [],
    visibilityType: visibilityFor(actor, row),
    missing,
    clinician: await clinicianOf(db, organisationId, row.clinician_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    signedAt: row.signed_at,
  };
}

function visibilityFor(actor: Actor, { status }: ConsentRow): Consent['visibilityType'] {
  if (actor.kind === 'ticket') return mayMove(status, 'sign') ? 'sign' : 'view';
  return actor.kind === 'staff' && mayMove(status, 'edit') && actor.permissions.includes('consents.write') ? 'edit' : 'view';
}

/** A signature as staff see it. */
export function presentSignature({ given, received_at }: SignatureRow): Signature {
  return {
    role: given.role,
    name: given.name,
    method: given.method,
    strokes: given.strokes ?? null,
    typedName: given.typedName ?? null,
    statement: given.statement,
    capturedAt: given.capturedAt,
    ...(given.clockOffset === undefined ? {} : { clockOffset: given.clockOffset }),
    receivedAt: received_at,
    witness: given.witness ?? null,
  };
}

export async function clinicianOf(db: Db, organisationId: string, id: string): Promise<{ _id: string; name: string }> {
  const user = await userById(db, organisationId, id);
  return { _id: id, name: user === undefined ? '' : fullName(user) };
}

/** One version as a line of a list. */
export async function summariseConsent(db: Db, row: ConsentRow, patient: PatientRow): Promise<ConsentSummary> {
  const recipients = await recipientsIn(db, { organisationId: row.organisation_id, id: row.id });
  return {
    consentID: row.id,
    recordID: row.case_id,
    versionNumber: row.version_number,
    formType: row.form_type,
    status: row.status,
    sealState: row.seal_state,
    confirmState: row.confirm_state,
    procedures: row.content.procedures.map(({ procedureName, side, site }) => ({ procedureName, side, site })),
    activeTab: row.active_tab,
    patient: presentPatient(patient),
    clinician: await clinicianOf(db, row.organisation_id, row.clinician_id),
    waitingFor: waitingIn(recipients),
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** One case as a line of a list: its newest version that is not voided speaks for it. */
export async function summariseCase(db: Db, row: CaseRow): Promise<RecordSummary> {
  const { organisation_id: organisationId } = row;
  const patient = await patientById(db, { organisationId, createdBy: undefined }, row.patient_id);
  if (patient === undefined) throw new Error('a case without its patient');
  const versions = await consentsOfCase(db, organisationId, row.id);
  const current = versions.find(({ id }) => id === row.current_consent_id);
  return {
    recordID: row.id,
    status: row.status,
    currentConsentID: row.current_consent_id,
    inForceConsentID: row.in_force_consent_id,
    version: row.version,
    versions: versions.length,
    current: current === undefined ? null : await summariseConsent(db, current, patient),
    listed: listingOf(row),
    patient: presentPatient(patient),
    clinician: await clinicianOf(db, organisationId, row.clinician_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function waitingIn(recipients: readonly RecipientRow[]): SignerRole[] {
  return recipients.filter(({ state }) => state !== 'SIGNED').map(({ role }) => role);
}
