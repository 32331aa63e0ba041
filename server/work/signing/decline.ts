import { notNow } from '#server/work/cases/not-now.ts';
import type { Answer } from '#contract/calls.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { declineOutcomeOf } from '#domain/consents/decline.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { Refused } from '#server/api-error.ts';
import { isByLink } from '#server/http/actor.ts';
import { recipientsIn, updateRecipient, type RecipientRow } from '#server/data/signing/signers.ts';
import { storeWords } from '#server/work/cases/store-words.ts';
import { moveVersion } from '#server/work/cases/followers.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { commentsOf } from './comments.ts';

type Decline = {
  readonly me: RecipientRow;
  readonly detail?: TimelineEvent['detail'];
  readonly reason: string;
  readonly comments: string;
};

/**
 * Stores the no of a signer. Whether the form ends with it depends on the form: of two parents one may say no, a child who does not
 * decide alone too, and an interpreter says that they cannot sign.
 *
 * @throws Refused FORBIDDEN for a role that decides nothing, MOVE_REFUSED in a state that takes no answer
 */
export async function decline(open: OpenCase, { me, detail: sent, reason, comments }: Decline): Promise<Answer<'recordDecline'>> {
  const { db, consent, now } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  if (ROLE_RULES[me.role].mayDecline === false) throw new Refused('FORBIDDEN');
  if (!mayMove(consent.status, 'decline')) throw notNow(open);
  const outcome = declineOutcomeOf(await recipientsIn(db, key), me);
  const isFormDeclined = outcome.declined === 'FORM';
  await updateRecipient(db, { ...key, order: me.signing_order }, { state: 'DECLINED' });
  const words = [reason, comments].filter((each) => each !== '').join('\n');
  await storeWords(open, { kind: 'DECLINE', text: words, by: { signer: me } });
  const unsettled = { outcome: 'NOT_SETTLED' as const, note: words, courtOrder: null, recordedBy: me.name, at: now };
  const detail: TimelineEvent['detail'] = {
    reason,
    comments,
    role: me.role,
    ...(isFormDeclined ? {} : { goesOn: true }),
    ...(isByLink(open.actor) ? { isByLink: true } : {}),
    ...sent,
  };
  const noted = { type: 'DISAGREEMENT_NOTED', by: 'SYSTEM', detail: { name: me.name } } as const;
  await moveVersion(open, isFormDeclined ? 'decline' : 'answer', {
    change: {
      ...(isFormDeclined ? { status: 'DECLINED' } : {}),
      ...(outcome.isUnsettled ? { disagreement: unsettled } : {}),
      ...(outcome.isChildsNo ? { child_said_no: true } : {}),
      ...commentsOf(consent, { role: me.role, comments: words }),
    },
    events: [
      { type: outcome.isChildsNo ? 'CHILD_SAID_NO' : 'DECLINED', by: { signer: me }, detail },
      ...(outcome.isUnsettled ? [noted] : []),
    ],
  });
  const status = isFormDeclined ? 'DECLINED' : consent.status;
  return { message: DONE.DECLINED, data: { consentID: consent.id, status, signerState: 'DECLINED' } };
}
