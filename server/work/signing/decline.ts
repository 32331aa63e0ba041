import type { Answer } from '#contract/calls.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { declineOutcomeOf } from '#domain/consents/decline.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { Refused } from '#server/api-error.ts';
import { recipientsIn, updateRecipient, type RecipientRow } from '#server/data/signing/signers.ts';
import { changeVersion, recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { commentsOf } from './comments.ts';
import { discardOpenScan } from '#server/work/cases/discard-scan.ts';
import { systemAuthor } from '#server/work/cases/system-event.ts';

type Decline = {
  readonly me: RecipientRow;
  readonly event: Pick<Parameters<typeof recordEvent>[1], 'signerName' | 'actor' | 'detail'>;
  readonly reason: string;
  readonly comments: string;
};

/**
 * Stores the no of a signer. Whether the form ends with it depends on the form: of two parents one may say no, a child who does not
 * decide alone too, and an interpreter says that they cannot sign.
 *
 * @throws Refused FORBIDDEN for a role that decides nothing, MOVE_REFUSED in a state that takes no answer
 */
export async function decline(open: OpenCase, { me, event, reason, comments }: Decline): Promise<Answer<'recordDecline'>> {
  const { db, consent, now } = open;
  const key = { organisationId: consent.organisation_id, id: consent.id };
  if (ROLE_RULES[me.role].mayDecline === false) throw new Refused('FORBIDDEN');
  if (!mayMove(consent.status, 'decline')) throw new Refused('MOVE_REFUSED');
  const outcome = declineOutcomeOf(await recipientsIn(db, key), me);
  const isFormDeclined = outcome.declined === 'FORM';
  await updateRecipient(db, { ...key, order: me.signing_order }, { state: 'DECLINED' });
  const words = [reason, comments].filter((each) => each !== '').join('\n');
  const unsettled = { outcome: 'NOT_SETTLED' as const, note: words, courtOrder: null, recordedBy: me.name, at: now };
  if (isFormDeclined) await discardOpenScan(open);
  await changeVersion(open, {
    ...(isFormDeclined ? { status: 'DECLINED' as const } : {}),
    ...(outcome.isUnsettled ? { disagreement: unsettled } : {}),
    ...(outcome.isChildsNo ? { child_said_no: true } : {}),
    ...commentsOf(consent, { role: me.role, comments: words }),
  });
  const detail: TimelineEvent['detail'] = {
    reason,
    comments,
    role: me.role,
    order: me.signing_order,
    ...(isFormDeclined ? {} : { goesOn: true }),
    ...event.detail,
  };
  await recordEvent(open, { ...event, type: outcome.isChildsNo ? 'CHILD_SAID_NO' : 'DECLINED', detail });
  if (outcome.isUnsettled)
    await recordEvent(open, { type: 'DISAGREEMENT_NOTED', actor: systemAuthor(open.deps), detail: { name: me.name } });
  const status = isFormDeclined ? 'DECLINED' : consent.status;
  return { message: DONE.DECLINED, data: { consentID: consent.id, status, signerState: 'DECLINED' } };
}
