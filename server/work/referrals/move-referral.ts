import type { Parsed } from '#contract/calls.ts';
import { afterMove, hasEnded, mayMoveReferral, type ReferralMove } from '#domain/referral.ts';
import type { TimelineEventType } from '#domain/timeline.ts';
import { Refused } from '#server/api-error.ts';
import { updateCase } from '#server/data/consents/cases.ts';
import { addMessage, updateReferral } from '#server/data/consents/referrals.ts';
import { presentReferral } from './present-referral.ts';
import { tellAddressees, tellPerson } from './referral-mails.ts';
import { openReferral, recordReferralEvent, refuseOtherSide, type OpenReferral, type Working } from './referral-case.ts';

const EVENTS: Readonly<Record<ReferralMove, TimelineEventType>> = {
  ACCEPT: 'REFERRAL_ACCEPTED',
  ASK: 'REFERRAL_QUESTIONED',
  REPLY: 'REFERRED',
  REJECT: 'REFERRAL_REJECTED',
  CLOSE: 'REFERRAL_CLOSED',
};

/**
 * Moves a referral on. Of two who act at once the second learns of the first.
 *
 * @throws Refused NOT_FOUND, FORBIDDEN for the other side, VERSION_CONFLICT with the present record, MOVE_REFUSED from another status
 */
export async function moveReferral(working: Working, { recordID, version, move, text }: Parsed<'recordReferral'>): Promise<void> {
  const open = await openReferral(working, recordID);
  refuseOtherSide(open, move);
  const { db, actor, now, record, status } = open;
  if (record.version !== version)
    throw new Refused('VERSION_CONFLICT', { data: { current: await presentReferral(working, recordID) } });
  if (!mayMoveReferral(status, move)) throw new Refused('MOVE_REFUSED');
  const after = afterMove(status, move);
  const key = { organisationId: record.organisation_id, id: record.id };
  await updateCase(db, key, {
    referral_status: after.referral,
    ...(after.record === undefined ? {} : { status: after.record }),
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
    ...(isAnswer ? { answer: text } : { ended_case_status: null }),
    ...(status === 'DRAFT' && move === 'REPLY' ? { submitted_at: now } : {}),
    ...(hasEnded(after.referral) ? { ended_case_status: after.record ?? record.status } : {}),
  });
  await recordReferralEvent(open, record, { type: EVENTS[move] });
  await tellOtherSide(open, move);
}

/** The other side is told: the referrer of every word, the addressees of a new one and of an answer, whoever accepted of the end. */
async function tellOtherSide(open: OpenReferral, move: ReferralMove): Promise<void> {
  const { record, status } = open;
  if (move === 'REPLY') return tellAddressees(open, record, status === 'DRAFT' ? 'REFERRAL_NEW' : 'REFERRAL_ANSWERED');
  if (move === 'CLOSE' && open.sides.includes('REFERRER')) {
    const reader = status === 'ACCEPTED' ? record.clinician_id : record.referred_to;
    return reader === null || status === 'DRAFT' ? undefined : tellPerson(open, reader, 'REFERRAL_MOVED');
  }
  if (record.referred_by !== null) await tellPerson(open, record.referred_by, 'REFERRAL_MOVED');
}
