import type { Answer, Parsed } from '#contract/calls.ts';
import type { ReferralChange } from '#contract/shapes/referral-shapes.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import { updateCase } from '#server/data/cases/cases.ts';
import { updateReferral } from '#server/data/referrals/referrals.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { presentListed } from '#server/work/consents/listed.ts';
import { expectedVersionOf } from '#server/policies/expected-version.ts';
import { targetOf } from './addressee.ts';
import { presentReferral, staleReferral } from './present-referral.ts';
import { openReferral } from './referral-case.ts';

type Change = Pick<Parsed<'recordUpdate'>, 'recordID' | 'version'> & { referral: ReferralChange };

/**
 * Changes question or addressee of a referral that was not submitted yet.
 *
 * @throws Refused NOT_FOUND, FORBIDDEN for anybody but its referrer, VERSION_CONFLICT with the present record, MOVE_REFUSED once submitted
 */
export async function updateReferralDraft(
  context: Context<StaffActor>,
  { recordID, version, referral: { to, question } }: Change,
): Promise<Answer<'recordUpdate'>> {
  const open = await openReferral(context, recordID);
  const { db, record, now, deps } = open;
  if (!open.sides.includes('REFERRER')) throw new Refused('FORBIDDEN');
  if (record.version !== (await expectedVersionOf(context, version, { entity: 'case', id: recordID })))
    throw await staleReferral(context, recordID);
  if (open.status !== 'DRAFT') throw moveRefused(`REFERRAL_${open.status}`);
  const key = { organisationId: record.organisation_id, id: recordID };
  if (question !== undefined) await updateReferral(db, key, { question });
  const target = to === undefined ? {} : await targetOf(context, to);
  await updateCase(db, key, { ...target, version: record.version + 1, updated_at: now });
  return {
    message: DONE.REFERRAL_SAVED,
    data: await presentReferral(context, recordID),
    listing: await presentListed(db, record, deps),
  };
}
