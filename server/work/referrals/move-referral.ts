import type { Parsed } from '#contract/calls.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { afterMove, hasEnded, mayMoveReferral, type ReferralMove } from '#domain/referrals/referral.ts';
import { shownPatientOf } from '#domain/patients/shown-patient.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { EventTypeOf } from '#domain/cases/event-actors.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { caseSummary, type CaseSummary } from '#server/data/summaries/case-summaries.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import type { EndedReferral } from '#server/data/tables/referral-rows.ts';
import { addMessage, updateReferral } from '#server/data/referrals/referrals.ts';
import { referralVisibility } from '#server/policies/visibility.ts';
import type { ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { presentCase } from '#server/work/consents/view.ts';
import { staleReferral } from './present-referral.ts';
import { tellAddressees, tellPerson, tellTeam } from './referral-mails.ts';
import { openReferral, recordReferralEvent, refuseOtherSide, type OpenReferral, type Working } from './referral-case.ts';

const EVENTS: Readonly<Record<ReferralMove, EventTypeOf<'staff'>>> = {
  ACCEPT: 'REFERRAL_ACCEPTED',
  ASK: 'REFERRAL_QUESTIONED',
  REPLY: 'REFERRED',
  REJECT: 'REFERRAL_REJECTED',
  CLOSE: 'REFERRAL_CLOSED',
};

/**
 * Moves a referral on. Of two who act at once the second learns of the first.
 *
 * @throws Refused NOT_FOUND, FORBIDDEN for the other side, VERSION_CONFLICT with the present record, MOVE_REFUSED from another status,
 *   PATIENT_TAKES_NONE for ACCEPT where the record in use is that of somebody deceased: no form could follow
 */
export async function moveReferral(working: Working, { recordID, version, move, text }: Parsed<'recordReferral'>): Promise<void> {
  const open = await openReferral(working, recordID);
  refuseOtherSide(open, move);
  const { db, actor, now, deps, record, status } = open;
  if (record.version !== version) throw await staleReferral(working, recordID);
  if (!mayMoveReferral(status, move)) throw moveRefused(`REFERRAL_${status}`);
  const after = afterMove(status, move);
  const found = move === 'ACCEPT' || hasEnded(after.referral) ? await recordNow(open) : undefined;
  const takesConsents = found === undefined || mayStartConsent(found.patient.status);
  if (move === 'ACCEPT' && !takesConsents) throw new Refused('PATIENT_TAKES_NONE');
  // An accepted case without a form, for which none can be written any more, would stay a draft for ever.
  const isDeadEnd = move === 'CLOSE' && record.current_consent_id === null && !takesConsents;
  const caseStatus = isDeadEnd ? 'VOIDED' : (after.record ?? record.status);
  const key = { organisationId: record.organisation_id, id: record.id };
  await updateCase(db, key, {
    referral_status: after.referral,
    status: caseStatus,
    ...(move === 'ACCEPT' ? { clinician_id: actor.userId } : {}),
    version: record.version + 1,
    updated_at: now,
  });
  await addMessage(db, {
    organisation_id: key.organisationId,
    case_id: key.id,
    at: now,
    user_id: actor.userId,
    user_name: actor.name,
    move,
    text,
  });
  // The referrer's own words are no answer to them.
  const isAnswer = move !== 'REPLY' && text !== '' && (move !== 'CLOSE' || open.sides.includes('ADDRESSEE'));
  await updateReferral(db, key, {
    ended:
      found !== undefined && hasEnded(after.referral)
        ? endOf(found, deps, { at: now, version: record.version + 1, status: caseStatus })
        : null,
    ...(isAnswer ? { answer: text } : {}),
    ...(status === 'DRAFT' && move === 'REPLY' ? { submitted_at: now } : {}),
  });
  await recordReferralEvent(open, record, { type: EVENTS[move] });
  await tellOtherSide(open, move);
}

async function recordNow({ db, actor, record }: OpenReferral): Promise<CaseSummary> {
  const row = await caseSummary(db, referralVisibility(actor), record.id);
  if (row === undefined) throw new Error('a locked case that is gone');
  return row;
}

/** The state of case and patient that the referrer sees from now on. */
function endOf(row: CaseSummary, deps: ConfirmDeps, end: { at: string; version: number; status: CaseStatus }): EndedReferral {
  const { patient, mergedFrom } = presentCase(row, deps);
  const { id, recordID, status, restricted = false } = patient;
  return { ...end, patient: { id, recordID, ...shownPatientOf(patient), status, restricted }, mergedFrom };
}

/**
 * Mails the other side: the referrer about every move, the addressees about a new referral and a reply, and the clinician who
 * accepted, or else the addressee, when the referrer closes it: of one for a speciality the mailbox of its team.
 */
async function tellOtherSide(open: OpenReferral, move: ReferralMove): Promise<void> {
  const { record, status } = open;
  if (move === 'REPLY') return tellAddressees(open, record, status === 'DRAFT' ? 'REFERRAL_NEW' : 'REFERRAL_ANSWERED');
  if (move === 'CLOSE' && open.sides.includes('REFERRER')) {
    const reader = status === 'ACCEPTED' ? record.clinician_id : record.referred_to;
    if (status === 'DRAFT') return;
    return reader === null ? tellTeam(open, record, 'REFERRAL_MOVED') : tellPerson(open, reader, 'REFERRAL_MOVED');
  }
  if (record.referred_by !== null) await tellPerson(open, record.referred_by, 'REFERRAL_MOVED');
}
