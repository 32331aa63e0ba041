import { notNow } from '#server/work/cases/not-now.ts';
import type { ConsentSaved } from '#contract/consents.ts';
import type { QueuedVersion } from '#contract/engine/expected-version.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { IMPLIED_CHOICES } from '#domain/consents/consent.ts';
import { EMPTY_CONTENT } from '#domain/consents/consent-fields.ts';
import type { DoneKey } from '#domain/base/done-messages.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { isCaseKnown, lockCase, updateCase } from '#server/data/cases/cases.ts';
import { isConsentKnown, consentsOfCase, insertDraft } from '#server/data/consents/consents.ts';
import { CASE_NUMBERS, nextNumbers } from '#server/data/patients/counters.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { holdPatients } from '#server/data/patients/patients.ts';
import { readableTimeline } from './hidden-version.ts';
import type { DraftRowContent } from '#server/data/tables/rows.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { isQueuedCall, type Capture } from '#server/http/capture.ts';
import { requireReasonToOpen } from '#server/http/record-reason.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { caseVisibility } from '#server/policies/visibility.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { changeContent, type ContentInput } from './content.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { openCase, openVersionOf, recordEvent, type FoundCase, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { openPatientForForm } from '#server/work/cases/open-patient.ts';
import { referredProcedures } from './referred-procedures.ts';
import { expectedVersionOf } from '#server/policies/expected-version.ts';
import { viewConsent } from './view.ts';

type Working = { db: Db; actor: StaffActor; now: string; deps: Deps; capture?: Capture };
type Start = {
  consentID?: string | undefined;
  recordID?: string | undefined;
  patientID: string;
  formType: FormType;
  activeTab?: number | undefined;
  input: ContentInput;
};

/**
 * Starts a version: the first of a new case, or of a case whose id a device has chosen. The case of a referral whose patient was merged
 * moves to the record in use with its first version.
 *
 * @throws Refused NOT_FOUND for an unknown patient, PATIENT_TAKES_NONE for one recorded as deceased or merged, MOVE_REFUSED
 *   when the case has a version already (reopen it), ALREADY_EXISTS when an id is in use
 */
export async function createConsentDraft(
  working: Working,
  { consentID, recordID, patientID, formType, activeTab, input }: Start,
): Promise<OpenCase> {
  const { db, actor, now, deps } = working;
  const { organisationId } = actor;
  // The author of a form for a patient is one of the team from then on.
  const { patient, withoutReasonBy } = await openPatientForForm(working, patientID, async ({ status }) => {
    if (!mayStartConsent(status)) throw new Refused('PATIENT_TAKES_NONE');
  });
  const id = consentID ?? deps.newId();
  if (await isConsentKnown(db, { organisationId, id }))
    throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'consentID', message: 'A consent with this id already exists' }] });
  const caseId = recordID ?? deps.newId();
  const isQueued = isQueuedCall(working.capture);
  // A referral says what is planned: nobody chooses it once more. What a tablet queued was shown as it is.
  const isOfCase = recordID !== undefined && !isQueued;
  const procedures = input.procedures ?? (isOfCase ? await referredProcedures(db, { organisationId, id: caseId }) : undefined);
  const content = await changeContent(db, organisationId, {
    before: { ...EMPTY_CONTENT, additionalChoices: [...IMPLIED_CHOICES] },
    input: { ...input, procedures },
    by: { userId: actor.userId, name: actor.name, at: now },
    formType,
    isQueued,
  });
  const start = await startCase(working, { caseId, patientID, consentID: id, withoutReasonBy });
  await insertDraft(db, {
    organisation_id: organisationId,
    id,
    case_id: caseId,
    previous_id: null,
    version_number: 1,
    form_type: formType,
    content,
    old_procedures: [],
    active_tab: activeTab ?? 0,
    clinician_id: actor.userId,
    now,
  });
  const open = await openCase(working, id);
  if (start.isNew) await recordEvent(open, { type: 'CASE_CREATED', by: byStaff(open), detail: { patientID } });
  if (start.from !== undefined)
    await recordEvent(open, {
      type: 'CASE_MOVED',
      by: byStaff(open),
      detail: { patientID, from: start.from, into: shownNumber(patient.number) },
    });
  await recordEvent(open, { type: 'CONSENT_CREATED', by: byStaff(open), detail: { formType, versionNumber: 1 } });
  return open;
}

type Started = {
  isNew: boolean;
  /** the number of the merged record that the case has left */
  from: string | undefined;
};

type Starting = { caseId: string; patientID: string; consentID: string; withoutReasonBy: string | null };

async function startCase(working: Working, { caseId, patientID, consentID, withoutReasonBy }: Starting): Promise<Started> {
  const { db, actor, now } = working;
  const existing = await lockCase(db, caseVisibility(actor), caseId);
  if (existing !== undefined) {
    // A case of before has a team of its own: a form that a tablet kept for it makes nobody one of that without a reason.
    await requireReasonToOpen(working, { case: caseId });
    const isMoved = existing.patient_id !== patientID;
    const left = isMoved ? await mergedRecord({ db, actor }, { id: existing.patient_id, into: patientID }) : undefined;
    if (isMoved && left === undefined)
      throw new Refused('INVALID', { fields: [{ path: 'recordID', message: 'This case belongs to another patient' }] });
    // Without a version only a case that was referred: it takes its first one once somebody has accepted it.
    if ((await consentsOfCase(db, actor.organisationId, caseId)).length > 0 || existing.status !== 'DRAFT')
      throw moveRefused(existing.status === 'DRAFT' ? 'CASE_HAS_FORM' : `CONSENT_${existing.status}`);
    await updateCase(
      db,
      { organisationId: actor.organisationId, id: caseId },
      { patient_id: patientID, current_consent_id: consentID, version: existing.version + 1, updated_at: now },
    );
    return { isNew: false, from: left };
  }
  // Deleted, or not visible to this user: the id is in use all the same.
  if (await isCaseKnown(db, { organisationId: actor.organisationId, id: caseId }))
    throw new Refused('ALREADY_EXISTS', { fields: [{ path: 'recordID', message: 'A case with this id already exists' }] });
  const counter = { root: working.deps.database.db, organisationId: actor.organisationId, name: CASE_NUMBERS };
  const [number] = await nextNumbers(db, counter, 1);
  await db
    .insertInto('cases')
    .values({
      organisation_id: actor.organisationId,
      id: caseId,
      number,
      patient_id: patientID,
      clinician_id: actor.userId,
      without_reason_by: withoutReasonBy,
      status: 'DRAFT',
      current_consent_id: consentID,
      in_force_consent_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    .execute();
  return { isNew: true, from: undefined };
}

/**
 * The number of a record that is merged into another which takes consents; both are held until this transaction ends. Undefined for one
 * that is not merged into it. @throws Refused PATIENT_TAKES_NONE
 */
async function mergedRecord(
  { db, actor }: Pick<Working, 'db' | 'actor'>,
  { id, into }: { id: string; into: string },
): Promise<string | undefined> {
  const rows = await holdPatients(db, actor.organisationId, [id, into]);
  const [from, inUse] = [id, into].map((each) => rows.find((row) => row.id === each));
  if (from?.survivor_id !== into || inUse === undefined) return undefined;
  if (!mayStartConsent(inUse.status)) throw new Refused('PATIENT_TAKES_NONE');
  return shownNumber(from.number);
}

type Change = { version: QueuedVersion; formType?: FormType | undefined; activeTab?: number | undefined; input: ContentInput };

/**
 * Changes a draft.
 *
 * @throws Refused MOVE_REFUSED unless it is a draft, VERSION_CONFLICT with the present consent for a stale version
 */
export async function updateConsentDraft(
  working: Working,
  consentID: string,
  { version, formType, activeTab, input }: Change,
): Promise<OpenCase> {
  const open = await openCase(working, consentID, async (found) => {
    if (!mayMove(found.consent.status, 'edit')) throw notNow(found);
    await refuseStale(found, await expectedVersionOf(working, version, { entity: 'consent', id: consentID }));
  });
  const content: DraftRowContent = await changeContent(working.db, working.actor.organisationId, {
    before: open.consent.content,
    input,
    by: { userId: working.actor.userId, name: working.actor.name, at: open.now },
    formType: formType ?? open.consent.form_type,
    isQueued: isQueuedCall(working.capture),
    isProtected: open.patient.restricted,
  });
  const fields = Object.keys(input).filter((key) => input[key as keyof ContentInput] !== undefined);
  await moveVersion(open, 'edit', {
    change: {
      content,
      form_type: formType ?? open.consent.form_type,
      active_tab: activeTab ?? open.consent.active_tab,
    },
    events: [{ type: 'CONSENT_UPDATED', by: byStaff(open), detail: { fields: fields.join(', ') } }],
  });
  return openVersionOf(open, consentID);
}

/** The refusal of a caller who saw an older consent, or an older patient, with the present consent. */
export async function staleConsent({ db, consent, actor, deps }: FoundCase): Promise<Refused> {
  return new Refused('VERSION_CONFLICT', {
    data: { current: await viewConsent({ db, actor, deps }, consent.id) },
    shows: { consent: consent.id },
  });
}

/** @throws Refused VERSION_CONFLICT with the present consent when the caller saw an older one */
export async function refuseStale(open: FoundCase, version: number): Promise<void> {
  if (open.consent.version !== version) throw await staleConsent(open);
}

/** The answer of create and update. */
export async function presentSaved({ db, record, consent, actor, deps }: OpenCase, message: DoneKey): Promise<ConsentSaved> {
  const events = await readableTimeline({ db, actor }, record.id);
  const data = await viewConsent({ db, actor, deps }, consent.id, events);
  return {
    message: DONE[message],
    Timeline: events,
    consentID: consent.id,
    recordID: record.id,
    version: consent.version,
    bitpaper: data.bitpaper,
    bitpaperPDFURL: data.bitpaperPDFURL,
    data,
  };
}
