import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { ConsentSummary, RecordSummary } from '#contract/shapes/record-summary.ts';
import { presentLink } from '#server/work/links/present-link.ts';
import { presentSignature } from './present-signature.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { EMPTY_FAMILY, type Family } from '#domain/family/family.ts';
import { paperIdOf } from '#domain/documents/paper-code.ts';
import { isSameSigner, type Recipient } from '#domain/consents/recipients.ts';
import { isPatientSide, withoutParentEmail } from '#domain/patients/restricted.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import { statementsOf } from '#domain/consents/statements.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { CaseSummary } from '#server/data/summaries/case-summaries.ts';
import { partsOf, type ConsentParts } from '#server/data/signing/consent-parts.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { templatesByIds, type TemplateRow } from '#server/data/library/library.ts';
import { presentPatient, type PatientRow } from '#server/data/patients/patients.ts';
import { presentRecipient } from '#server/data/signing/signers.ts';
import type { MergedFromRow, VersionSummary } from '#server/data/summaries/summary-columns.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { confirmStateOfRow, type ConfirmClock } from './confirm-state.ts';
import { isHiddenFrom, isOfWrongPatient, readableTimelines, withoutContent, withoutOldProcedures } from './hidden-version.ts';
import { listingOf } from './listed.ts';
import { presentMergedFrom } from './merged-from.ts';
import { libraryFor, missingBy, type DraftLibrary } from './missing.ts';
import { questionsFor } from './questions-for.ts';

type Reading = { db: Db; actor: StaffActor | TicketActor; deps: ConfirmClock & Pick<Deps, 'chainKey'> };

/** One version with all that this reader may see. @param timeline - of its case, where the caller has read it */
export async function viewConsent(reading: Reading, id: string, timeline?: TimelineEvent[]): Promise<Consent> {
  const { organisationId } = reading.actor;
  const found = await partsOf(reading.db, { organisationId, clinicianId: undefined }, [id]);
  const [view] = await viewConsents(reading, found, timeline && new Map(found.map((row) => [row.case_id, timeline])));
  if (view === undefined) throw new Error('a version that is gone');
  return view;
}

/**
 * Versions with all that this reader may see, in the order of `rows`; as many statements for one as for many.
 *
 * @param timelines - by case, where the caller has read them
 */
export async function viewConsents(
  { db, actor, deps }: Reading,
  rows: readonly ConsentParts[],
  timelines?: ReadonlyMap<string, TimelineEvent[]>,
): Promise<Consent[]> {
  const { organisationId } = actor;
  const unpinned = rows.filter(({ pinned }) => pinned === null);
  const templates = await templatesByIds(
    db,
    organisationId,
    unpinned.flatMap(({ content }) => content.templateID ?? []),
  );
  const library = await libraryFor(
    db,
    organisationId,
    rows.filter(({ status }) => status === 'DRAFT').map(({ content }) => content),
  );
  const caseIds = [...new Set(rows.map((row) => row.case_id))];
  const events = actor.kind === 'staff' ? (timelines ?? (await readableTimelines({ db, actor }, caseIds))) : undefined;
  const around = { actor, deps, library, templates: new Map(templates.map((template) => [template.id, template])) };
  return rows.map((row) => {
    const view = consentView(row, { ...around, timeline: events?.get(row.case_id) ?? [] });
    if (isHiddenFrom(actor, row)) return withoutContent(view);
    return isHiddenFrom(actor, { status: 'VOIDED', void_kind: row.previous_void_kind }) ? withoutOldProcedures(view) : view;
  });
}

type Around = Pick<Reading, 'actor' | 'deps'> & {
  library: DraftLibrary;
  templates: ReadonlyMap<string, TemplateRow>;
  timeline: TimelineEvent[];
};

function consentView(row: ConsentParts, { actor, deps, library, templates, timeline }: Around): Consent {
  const { content, pinned, patient } = row;
  const template = pinned !== null || content.templateID === null ? undefined : templates.get(content.templateID);
  const isSigner = actor.kind === 'ticket';
  // A form that went out before the flag was set has the address still.
  const hidesEmail = (each: Recipient) =>
    (isSigner && !isSameSigner(each, signerOfTicket(actor))) || (patient.restricted && isPatientSide(each.role));
  const completed = {
    content,
    formType: row.form_type,
    patient,
    today: todayOf(deps),
    now: new Date(deps.clock()).toISOString(),
  };
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
    organisationName: pinned === null ? null : (row.letterhead?.name ?? null),
    content: pinned === null ? (template?.nodes ?? []) : [...pinned.template.nodes],
    mattersToMe: content.mattersToMe,
    additionalChoices: content.additionalChoices,
    refusals: content.refusals,
    // A record beyond the first shape has no address of an interpreter, and neither has a signer's page.
    interpreter: isSigner && pinned != null && isFullShown(pinned) ? withoutAddress(content.interpreter) : content.interpreter,
    interpreterNeeded: content.interpreterNeeded,
    interpreterNoneReason: content.interpreterNoneReason,
    ...familyView(row, isSigner),
    capacity: isSigner ? null : content.capacity,
    // A parent does not read what a child wrote.
    patientComments: !isSigner || ROLE_RULES[actor.role].isPatient ? row.patient_comments : '',
    interpreterComments: isSigner ? '' : row.interpreter_comments,
    // Two parents share them: neither reads what the other wrote.
    parentComments: isSigner ? '' : row.parent_comments,
    questions: questionsFor(actor, row),
    recipients: row.recipients
      .filter(({ attests }) => attests === null)
      .map(presentRecipient)
      .map((each) => (hidesEmail(each) ? { ...each, recipient_email: null } : each)),
    addedSigners: row.recipients.flatMap((each) =>
      each.attests === null ? [] : [{ ...presentRecipient(each), attests: each.attests }],
    ),
    signatures: actor.kind === 'staff' ? row.signatures.map(presentSignature) : [],
    activeTab: row.active_tab,
    status: row.status,
    sealState: row.seal_state,
    confirmState: confirmStateOfRow(row, deps),
    voidKind: isSigner ? null : row.void_kind,
    origin: isSigner ? null : row.origin,
    importedSigners: isSigner ? [] : (row.imported_signers ?? []),
    links: isSigner ? [] : row.links.map((link) => presentLink(link, row, deps)),
    confirmation: isSigner ? null : row.confirmation,
    contentDigest: row.digest,
    // A signer's page takes both from the ticket's details.
    shown: isSigner || pinned?.shownVersion === undefined ? null : pinned,
    shownPatient: isSigner || pinned === null ? null : shownPatientOf(pinned.patient),
    statements: pinned === null ? {} : statementsOf(pinned),
    verifyCode: row.verify_code,
    bitpaper: isSigner ? null : paperIdOf({ consentID: row.id, digest: row.digest, status: row.status }),
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    Timeline: timeline,
    visibilityType: visibilityFor(actor, row),
    missing: row.status === 'DRAFT' ? missingBy(library, completed) : [],
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    operator: operatorOfRow(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sentAt: row.sent_at,
    signedAt: row.signed_at,
  };
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

function visibilityFor(actor: Reading['actor'], { status }: ConsentRow): Consent['visibilityType'] {
  if (actor.kind === 'ticket') return mayMove(status, 'sign') ? 'sign' : 'view';
  return mayMove(status, 'edit') && actor.permissions.includes('consents.write') ? 'edit' : 'view';
}

/** The patient of a line, and the record that its case was opened for where that is merged since. */
type Whose = { readonly patient: PatientRow; readonly mergedFrom: MergedFromRow | null };

/** One version as a line of a list. */
export function presentVersion(row: VersionSummary, { patient, mergedFrom }: Whose, at: ConfirmClock): ConsentSummary {
  return {
    consentID: row.id,
    recordID: row.case_id,
    versionNumber: row.version_number,
    formType: row.form_type,
    status: row.status,
    sealState: row.seal_state,
    confirmState: confirmStateOfRow(row, at),
    voidKind: row.void_kind,
    origin: row.origin,
    // Of another patient: a line of a list says that it was recorded in error, and no more.
    procedures: isOfWrongPatient(row) ? [] : row.procedures,
    activeTab: row.active_tab,
    patient: presentPatient(patient),
    mergedFrom: presentMergedFrom(mergedFrom),
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    waitingFor: row.waiting_for,
    bitpaperPDFURL: null,
    preSignedDocumentUrl: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** One case as a line of a list: its newest version that is not voided speaks for it. */
export function presentCase(row: CaseSummary, at: ConfirmClock): RecordSummary {
  return {
    recordID: row.id,
    status: row.status,
    currentConsentID: row.current_consent_id,
    inForceConsentID: row.in_force_consent_id,
    version: row.version,
    versions: row.versions,
    current: row.current === null ? null : presentVersion(row.current, row, at),
    listed: listingOf(row),
    operator: operatorOfRow(row),
    referral: row.referral,
    patient: presentPatient(row.patient),
    mergedFrom: presentMergedFrom(row.mergedFrom),
    clinician: { _id: row.clinician_id, name: row.clinician_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Who operates, where somebody was named. */
function operatorOfRow({
  operator_id,
  operator_name,
}: Pick<CaseSummary, 'operator_id' | 'operator_name'>): RecordSummary['operator'] {
  return operator_id === null ? null : { _id: operator_id, name: operator_name };
}
