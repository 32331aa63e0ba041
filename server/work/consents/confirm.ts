import { notInForceNow, notNow } from '#server/work/cases/not-now.ts';
import type { Input } from '#contract/calls.ts';
import { isAnsweredFor, isConfirmed, notConfirmedWords, type ConfirmAnswers } from '#domain/cases/confirm-answers.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { eventsOfType } from '#server/data/cases/timeline.ts';
import { hasOpenQuestion } from '#server/data/signing/signers.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { confirmStateOfRow } from './confirm-state.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { operatorOf } from '#server/work/cases/operator-of.ts';
import { capturedMoment } from '#server/work/cases/captured-moment.ts';
import { isConfirmerStatement } from '#domain/consents/confirmer-statement.ts';
import { isFullShown } from '#domain/consents/digest.ts';
import { isImported } from '#domain/consents/consent-origin.ts';
import { nameConfirmation } from '#domain/signing/signature.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { spokenName } from '#domain/patients/patient-name.ts';

/**
 * Stores a confirmation: the patient was asked again on the day, and nothing has changed.
 *
 * @throws Refused MOVE_REFUSED for a form that is not in force or has lapsed, and for an answer that needs a new talk;
 *   OPEN_QUESTION, PATIENT_TAKES_NONE; SIGNED_CONTENT_MISMATCH for another statement than that of this form
 */
export async function confirm(
  open: OpenCase,
  actor: StaffActor,
  { statement, typedName, nameConfirmed, answers, note, capturedAt, clockOffset }: Omit<Input<'recordConfirm'>, 'consentID'>,
): Promise<void> {
  const { db, consent, record, patient, now, deps } = open;
  if (!(isImported(consent) || consent.pinned !== null) || record.in_force_consent_id !== consent.id) throw notInForceNow(open);
  // No confirmation is earlier than the signature.
  const moment = capturedMoment(open, { capturedAt, clockOffset });
  const confirmedAt = Math.max(Date.parse(consent.signed_at ?? now), moment);
  // The form must be confirmable both when the patient was asked and when the call arrives; otherwise a person reviews the call
  // (forms.md section 8).
  for (const at of [confirmedAt, deps.clock()]) {
    const then = { settings: deps.settings, clock: () => at };
    if (confirmStateOfRow({ ...consent, operator_id: record.operator_id, ended: record.ended }, then) === 'LAPSED')
      throw notNow(open, 'CONSENT_LAPSED');
  }
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  if (await hasOpenQuestion(db, { organisationId: record.organisation_id, id: consent.id })) throw new Refused('OPEN_QUESTION');
  if (!isConfirmerStatement(statement, formConfirmed(open))) throw new Refused('SIGNED_CONTENT_MISMATCH');
  refuseUnanswered(open, answers);
  if (!isConfirmed(answers)) throw notNow(open, 'ANSWERS_DO_NOT_CONFIRM');
  // Questions asked before another operator was named do not count.
  if (record.operator_since !== null && moment < Date.parse(record.operator_since)) throw notNow(open, 'OPERATOR_CHANGED');
  const at = new Date(confirmedAt).toISOString();
  const { viewsChanged, ...confirmed } = answers;
  // An offline tablet may send an earlier confirmation than another device's: the latest counts, and none before something was new.
  const isLatest = (consent.confirmation === null || consent.confirmation.at <= at) && !(await wasNotConfirmedSince(open, at));
  await moveVersion(open, 'confirm', {
    change: isLatest ? { confirmation: { at, clinicianId: operatorOf(record, consent), name: actor.name } } : {},
    events: [
      {
        type: 'CONFIRMED',
        by: byStaff(open),
        deviceAt: capturedAt,
        clockOffset,
        detail: {
          confirmedAt: at,
          statement,
          typedName,
          ...(isSameName(typedName, actor.name)
            ? {}
            : { nameExpected: actor.name, nameConfirmed: nameConfirmation({ nameConfirmed }) }),
          ...confirmed,
          ...(viewsChanged === undefined ? {} : { viewsChanged }),
          ...(note === undefined || note === '' ? {} : { note }),
        },
      },
    ],
  });
}

/**
 * Stores that a consent was not confirmed, as something was new on the day: a confirmation of before does not count any more, and staff are
 * told. It is taken of a consent that has lapsed too, and whatever question is open.
 *
 * @throws Refused MOVE_REFUSED for a form that is not in force; PATIENT_TAKES_NONE
 */
export async function notConfirm(
  open: OpenCase,
  { answers, note, capturedAt, clockOffset }: Omit<Input<'recordNotConfirmed'>, 'consentID'>,
): Promise<void> {
  const { consent, record, patient, now } = open;
  if (record.in_force_consent_id !== consent.id) throw notInForceNow(open);
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  refuseUnanswered(open, answers);
  const moment = Math.max(Date.parse(consent.signed_at ?? now), capturedMoment(open, { capturedAt, clockOffset }));
  const at = new Date(moment).toISOString();
  const { viewsChanged, ...answered } = answers;
  const detail = {
    notConfirmedAt: at,
    reason: notConfirmedWords(answers),
    ...answered,
    ...(viewsChanged === undefined ? {} : { viewsChanged }),
    ...(note === undefined || note === '' ? {} : { note }),
  };
  await moveVersion(open, 'notConfirm', {
    change: consent.confirmation !== null && consent.confirmation.at <= at ? { confirmation: null } : {},
    events: [{ type: 'NOT_CONFIRMED', by: byStaff(open), deviceAt: capturedAt, clockOffset, detail }],
  });
}

function refuseUnanswered({ consent }: OpenCase, answers: ConfirmAnswers): void {
  if (!isAnsweredFor(consent.form_type, answers))
    throw new Refused('INVALID', {
      fields: [{ path: 'answers.viewsChanged', message: 'Say whether capacity or views have changed' }],
    });
}

/** Whether something was new on the day at a moment or after it, ISO: that word may have come before this one. */
async function wasNotConfirmedSince({ db, record, consent }: OpenCase, at: string): Promise<boolean> {
  const events = await eventsOfType(db, record.organisation_id, { caseIds: [record.id], type: 'NOT_CONFIRMED' });
  return events.some(({ versionId, detail }) => versionId === consent.id && String(detail['notConfirmedAt']) >= at);
}

/** The form that is confirmed: as it was pinned, an imported one as it is. */
function formConfirmed({ consent, patient }: OpenCase): Parameters<typeof isConfirmerStatement>[1] {
  const { pinned, content, form_type: formType } = consent;
  if (pinned !== null)
    return { ...pinned, patientName: spokenName(pinned.patient), capacity: isFullShown(pinned) ? pinned.capacity : null };
  const patientName = spokenName({ firstName: patient.first_name, lastName: patient.last_name });
  return { formType, procedures: content.procedures, patientName, interpreting: content };
}
