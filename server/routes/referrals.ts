import { downloadName } from '#domain/documents/attachment.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { sinceOf } from '#server/data/cases/cases.ts';
import { attachmentById, countReferrals, referralAmounts } from '#server/data/referrals/referrals.ts';
import type { Handlers } from '#server/http/serve.ts';
import { mineOf, referralVisibility } from '#server/policies/visibility.ts';
import { addressees } from '#server/work/referrals/addressee.ts';
import { attach } from '#server/work/referrals/attach.ts';
import { moveReferral } from '#server/work/referrals/move-referral.ts';
import { presentReferral } from '#server/work/referrals/present-referral.ts';
import { refer } from '#server/work/referrals/refer.ts';
import { sidesOf } from '#server/work/referrals/referral-case.ts';

type Names =
  | 'recordRefer'
  | 'recordReferral'
  | 'recordReferralGet'
  | 'recordReferralAmounts'
  | 'recordAddressees'
  | 'recordAttach'
  | 'recordAttachment';

const MOVED = {
  ACCEPT: DONE.REFERRAL_ACCEPTED,
  ASK: DONE.REFERRAL_ASKED,
  REPLY: DONE.REFERRAL_REPLIED,
  REJECT: DONE.REFERRAL_REJECTED,
  CLOSE: DONE.REFERRAL_CLOSED,
};

export const referralsHandlers: Pick<Handlers, Names> = {
  async recordRefer(given, context) {
    const id = await refer(context, given);
    return {
      message: given.submit ? DONE.REFERRAL_SENT : DONE.REFERRAL_SAVED,
      data: await presentReferral(context, id),
    };
  },

  async recordReferral(given, context) {
    await moveReferral(context, given);
    return { message: MOVED[given.move], data: await presentReferral(context, given.recordID) };
  },

  async recordReferralGet({ id }, context) {
    const { db, actor } = context;
    const record = await presentReferral(context, id);
    const sides = await sidesOf(db, actor, { id, referred_by: record.referral?.from._id ?? null });
    return { message: DONE.OK, data: { record, sides } };
  },

  async recordReferralAmounts({ referral, duration }, { db, actor, deps }) {
    const mine = referral === 'MINE' ? mineOf(actor) : undefined;
    const counts = await countReferrals(db, referralVisibility(actor), { mine, since: sinceOf(duration, deps.clock()) });
    return { message: DONE.OK, data: referralAmounts(counts) };
  },

  async recordAddressees(_, context) {
    return { message: DONE.OK, data: await addressees(context) };
  },

  async recordAttach({ recordID }, context) {
    await attach(context, recordID);
    return { message: DONE.FILE_ATTACHED, data: await presentReferral(context, recordID) };
  },

  async recordAttachment({ id }, { db, actor }) {
    const found = await attachmentById(db, referralVisibility(actor), id);
    if (found === undefined) throw new Refused('NOT_FOUND');
    return { file: found.bytes, name: downloadName(found.name), type: found.type };
  },
};
