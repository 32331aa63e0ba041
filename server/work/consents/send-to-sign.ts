import { notNow } from '#server/work/cases/not-now.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { ConsentProcedure } from '#domain/consents/consent.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { contentDigest } from '#domain/consents/digest.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { COURT_NAMED_SINCE, DETAILS_SINCE, MEANINGS_SINCE, SECTIONS_SINCE } from '#domain/consents/pinned-record.ts';
import { hasSections, withoutSections } from '#domain/library/stored-section.ts';
import { hasBlockForAll, NO_BLOCK_TO_SIGN } from '#domain/consents/form-signers.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import { translationLanguageOf } from '#domain/consents/shown-translation.ts';
import { presentLetterhead } from '#server/data/accounts/organisations.ts';
import { templateAt } from '#server/data/library/library.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { replaceRecipients } from '#server/data/signing/signers.ts';
import { fullName, userById } from '#server/data/accounts/users.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { Refused } from '#server/api-error.ts';
import * as v from 'valibot';
import { sha256Hex } from '#server/sha256.ts';
import { recordOf, signersOf } from './form-content.ts';
import { translationOnForm } from './form-translation.ts';
import { safetyAtPin } from './safety-of-form.ts';
import { whatIsMissing } from './missing.ts';
import { partEvents } from './part-events.ts';
import { capturedDay, capturedMoment } from '#server/work/cases/captured-moment.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';

/** Crockford's base 32: no letter that is mistaken for a digit. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The versions of what was shown on a device, of the template and of the record's shape, and the language beside English; current ones where absent. */
type ShownOnDevice = {
  templateVersion?: number | undefined;
  shownVersion?: number | undefined;
  translation?: PatientLanguage | null | undefined;
  /** whether a tablet queued the call: no other caller has pinned a form, so that the versions it names choose what it can show, and no rule */
  isQueued?: boolean;
};

/**
 * Completes a draft and pins the content that every signer is shown; from then on it cannot change.
 *
 * @throws Refused MOVE_REFUSED unless it is a draft; PATIENT_TAKES_NONE for a deceased or merged patient; INCOMPLETE naming each thing that is missing
 */
export async function sendToSign(open: OpenCase, actor: StaffActor, shown: ShownOnDevice = {}): Promise<void> {
  const { templateVersion } = shown;
  const { db, patient, now, deps } = open;
  const { consent, leftOut, isPinnedOnTablet } = await formToPin(open, shown);
  if (!mayMove(consent.status, 'complete')) throw notNow(open);
  if (open.record.current_consent_id !== consent.id) throw notNow(open);
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  const { content } = consent;
  const clinician = await clinicianFor(open, actor);
  const missing = await whatIsMissing(db, actor.organisationId, {
    content,
    formType: consent.form_type,
    patient,
    today: capturedDay(open),
    now: new Date(capturedMoment(open, open)).toISOString(),
    clinicianName: fullName(clinician),
    isPinnedOnTablet,
  });
  if (missing.length > 0) throw new Refused('INCOMPLETE', { fields: missing.map(({ path, message }) => ({ path, message })) });
  const template = await templateAt(db, actor.organisationId, { id: content.templateID ?? '', version: templateVersion });
  if (template === undefined)
    throw new Refused('INCOMPLETE', { fields: [{ path: 'templateID', message: 'Choose a form template' }] });
  if (template.form_type !== consent.form_type)
    throw new Refused('INCOMPLETE', { fields: [{ path: 'templateID', message: 'Choose a template of this form type' }] });
  const about = { consent, patient, today: capturedDay(open) };
  const { signers, recipients, childSaidNo } = signersOf(about, { clinician, nodes: template.nodes });
  if (!hasBlockForAll(recipients, signers))
    throw new Refused('INCOMPLETE', { fields: [{ path: 'templateID', message: NO_BLOCK_TO_SIGN }] });
  const knows = knownTo(shown);
  const procedures = v.parse(v.array(ConsentProcedure), content.procedures);
  const translation = await translationOnForm(db, actor.organisationId, {
    // A tablet has shown what it pinned: the patient's language and the setting may have changed since.
    language:
      templateVersion === undefined
        ? translationLanguageOf(patient.communication.language, deps.settings.patientLanguages)
        : (shown.translation ?? null),
    procedures,
    template,
    hasMeanings: knows.hasMeanings,
  });
  const pinned = recordOf(about, {
    template: { templateID: template.id, templateVersion: template.version, nodes: template.nodes },
    procedures,
    recipients,
    translation,
    ...knows,
  });
  const digest = await contentDigest(pinned, sha256Hex);
  await replaceRecipients(db, { organisationId: actor.organisationId, id: consent.id }, recipients);
  const by = byStaff(open);
  const sent = {
    channel: 'DEVICE',
    signers: recipients.map(({ role }) => role).join(', '),
    contentDigest: digest,
    ...(knows.isByOlderBuild || leftOut ? { note: leftOut ? `${BY_OLDER_BUILD}. ${NO_SECTIONS}` : BY_OLDER_BUILD } : {}),
  };
  await moveVersion(open, 'complete', {
    change: {
      status: 'SENT',
      ...(isSameValue(content, open.consent.content) ? {} : { content }),
      pinned,
      digest,
      letterhead: await presentLetterhead(db, actor.organisationId),
      verify_code: consent.verify_code ?? verifyCode(deps.random),
      clinician_id: clinician.id,
      child_said_no: childSaidNo,
      sent_at: now,
    },
    events: [
      { type: 'CONSENT_COMPLETED', by, detail: { templateVersion: template.version } },
      ...partEvents(open, recipients),
      { type: 'CONSENT_SENT', by, detail: sent },
    ],
  });
}

/** The parts of a record that the build knows which has pinned the form. */
function knownTo({ templateVersion, shownVersion }: ShownOnDevice) {
  const isBefore = (build: number) => templateVersion !== undefined && (shownVersion ?? 1) < build;
  return {
    // Its signatures name the digest of the first shape.
    isByOlderBuild: templateVersion !== undefined && shownVersion === undefined,
    namesNoCourt: isBefore(COURT_NAMED_SINCE),
    hasNoDetails: isBefore(DETAILS_SINCE),
    hasMeanings: !isBefore(MEANINGS_SINCE),
  };
}

/** The note of a form that a tablet without an update sent: what it showed is pinned in the shape of that build. */
const BY_OLDER_BUILD = 'Made ready for signing on a tablet with an older version of this app';

/** Its end where sections of the form, such as the library's, were not shown. */
const NO_SECTIONS = 'Further sections of the procedures were not shown.';

/** The form as it was shown: a tablet of a build from before there were sections has pinned it, and its signatures, without them. */
function formShown(consent: ConsentRow, { templateVersion, shownVersion = 1 }: ShownOnDevice) {
  if (templateVersion === undefined || shownVersion >= SECTIONS_SINCE) return { consent, leftOut: false };
  const { content, old_procedures: old } = consent;
  return {
    consent: {
      ...consent,
      content: { ...content, procedures: content.procedures.map(withoutSections) },
      old_procedures: old.map(withoutSections),
    },
    leftOut: content.procedures.some(hasSections),
  };
}

/** The form as it is pinned, and whether a tablet has done that. */
async function formToPin({ db, consent: stored, record }: OpenCase, shown: ShownOnDevice) {
  const { templateVersion, isQueued = false } = shown;
  const isPinnedOnTablet = templateVersion !== undefined && isQueued;
  const { consent, leftOut } = formShown(stored, shown);
  const content = await safetyAtPin(db, record.organisation_id, consent, { templateVersion, isPinnedOnTablet });
  return { consent: { ...consent, content }, leftOut, isPinnedOnTablet };
}

/** The sender is responsible for the discussion; where the sender cannot sign, the clinician who created the draft is. */
async function clinicianFor({ db, consent }: OpenCase, actor: StaffActor) {
  const id = actor.permissions.includes('consents.sign') ? actor.userId : consent.clinician_id;
  const user = await userById(db, actor.organisationId, id);
  if (user === undefined) throw new Refused('NOT_FOUND');
  return user;
}

/** Twelve letters in three groups, 60 bits: nobody finds a document by trying. */
function verifyCode(random: (bytes: number) => Uint8Array): string {
  const letters = [...random(12)].map((byte) => CODE_LETTERS[byte % 32]).join('');
  return letters.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3');
}
