import { notNow } from '#server/work/cases/not-now.ts';
import { mayMove, statusAfterSignature } from '#domain/cases/case-machine.ts';
import type { Disagreement, DisagreementDraft } from '#domain/family/family.ts';
import { settleDisagreement, settledSigners } from '#domain/consents/family-decline.ts';
import { isParent } from '#domain/forms/signer-roles.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { Refused } from '#server/api-error.ts';
import { recipientsIn, updateRecipient } from '#server/data/signing/signers.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { finish } from './finish.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/**
 * Records how the disagreement of adults over a form that is out was settled (rule C22). A settled one needs no signature of those who
 * said no, and the form is signed where all others have.
 *
 * @throws Refused MOVE_REFUSED for a form that is not out, of which a newer version is written, or that nobody said no to;
 *   PATIENT_TAKES_NONE where it would be signed for a deceased or merged patient; INVALID naming each part that is not complete
 */
export async function recordDisagreement(open: OpenCase, actor: StaffActor, recorded: DisagreementDraft): Promise<void> {
  const { db, consent, record, patient, now, deps } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  const signers = await recipientsIn(db, key);
  const isOut = mayMove(consent.status, 'sign') && record.current_consent_id === consent.id;
  const declined = signers.filter(({ role, state }) => isParent(role) && state === 'DECLINED');
  // One who said no may have signed since: that is settled by the record of it alone.
  const isDisputed = declined.length > 0 || consent.disagreement?.outcome === 'NOT_SETTLED';
  // Where a court or the child decides, no adult holds the form up.
  const isOfAdults = deciderOf(consent.form_type) === 'family' && consent.content.basis === 'PARENT';
  if (!isOfAdults || !isOut || !isDisputed) throw notNow(open, isOut ? 'NOBODY_DISAGREES' : undefined);
  const today = localDate(Date.parse(now), deps.settings.timeZone);
  const { faults, isSettled } = settleDisagreement(consent.content, recorded, today);
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults.map(({ path, message }) => ({ path, message })) });
  const disagreement: Disagreement = { ...recorded, recordedBy: actor.name, at: now };
  const isEnded = recorded.outcome === 'NOT_GOING_AHEAD';
  const change = { disagreement, ...(isEnded ? { status: 'DECLINED' as const } : {}) };
  const detail = { outcome: recorded.outcome, note: recorded.note, ...courtDetail(recorded.courtOrder) };
  if (!isSettled) {
    const by = byStaff(open);
    const ended = { type: 'DECLINED', by, detail: { reason: recorded.note } } as const;
    const events = [{ type: 'DISAGREEMENT_NOTED', by, detail } as const, ...(isEnded ? [ended] : [])];
    await moveVersion(open, isEnded ? 'decline' : 'answer', { change, events });
    return;
  }
  if (!mayStartConsent(patient.status)) throw new Refused('PATIENT_TAKES_NONE');
  await recordEvent(open, { type: 'DISAGREEMENT_SETTLED', by: byStaff(open), detail });
  for (const { signing_order: order } of declined) await updateRecipient(db, { ...key, order }, { required: false });
  const after = settledSigners(signers);
  const isAnySigned = after.some(({ state }) => state === 'SIGNED');
  const status = isAnySigned ? statusAfterSignature(after) : undefined;
  if (status === 'SIGNED') await finish(open, { status, comments: change });
  else await moveVersion(open, 'answer', { change });
}

/** A court's decision as details of an event. */
function courtDetail(order: DisagreementDraft['courtOrder']) {
  if (order === null) return {};
  return { court: order.court, orderNumber: order.number, orderDate: order.date, courtDecision: order.decision };
}
