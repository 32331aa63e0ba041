import { isIdentityOpen } from '#domain/patients/identity-check.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { QR_UNOPENED, type LinkChannel } from '#domain/signing/link.ts';
import { PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { Refused } from '#server/api-error.ts';
import type { Parsed } from '#contract/calls.ts';
import { COPY_EVENTS } from '#domain/cases/copy-state.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { mailClosed } from '#server/work/links/addressee.ts';
import { refuseClosed } from '#server/work/links/refuse-closed.ts';
import { addressFor, unwantedAdult } from '#server/work/links/link-address.ts';
import { recipientsIn, type RecipientRow } from '#server/data/signing/signers.ts';
import { mailPage } from './mail-page.ts';
import { formIdentityNow, openPage, type PageLink } from './open-page.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';

type Giving = {
  readonly order: number;
  readonly channel: LinkChannel;
  readonly isConfirmed: boolean;
  /** the address as it was seen */
  readonly seen?: string | undefined;
};

/**
 * Gives somebody who has decided a link to their sealed form: to the address on record, or as a code for their own phone.
 *
 * @throws Refused WHO_IS_IT while it is open whom the form is about; INVALID for a place at which nobody decided, and as {@link addressFor}; MOVE_REFUSED before the form is sealed, or once
 *   its page has ended; NOBODY_WRITTEN_TO for a deceased or merged patient
 */
export async function giveCopy(
  open: OpenCase,
  actor: StaffActor,
  { order, channel, isConfirmed, seen }: Giving,
): Promise<PageLink> {
  const signer = await receiverOf(open, order);
  if (!mayStartConsent(open.patient.status)) throw new Refused('NOBODY_WRITTEN_TO');
  const address = channel === 'EMAIL' ? addressFor(open, actor, { signer, isConfirmed, seen }) : null;
  if (address !== null) refuseClosed(await mailClosed(open, signer, { isAutomatic: false, isAddressConfirmed: true }));
  const visitor = { signer, channel, address, sentBy: actor.userId, by: byStaff(open) };
  const link = await openPage(open, visitor, channel === 'QR' ? QR_UNOPENED : PAGE_LINK_LIFE.message);
  if (link === null) throw new Refused('WHO_IS_IT');
  if (address !== null) await mailPage(open, { page: link, address, words: 'Here is a link to your copy of the form.' });
  return link;
}

/**
 * Records what became of the copy of somebody who has decided where no link is sent: printed and put into their hand, or not wanted.
 *
 * @throws Refused WHO_IS_IT, INVALID and MOVE_REFUSED as {@link giveCopy}
 */
export async function recordCopy(
  open: OpenCase,
  { signing_order: order, outcome }: Pick<Parsed<'recordCopyOutcome'>, 'signing_order' | 'outcome'>,
): Promise<void> {
  const { role } = await receiverOf(open, order);
  await recordEvent(open, { type: COPY_EVENTS[outcome], by: byStaff(open), detail: { role, order } });
}

/** The signer at a place of a sealed form who has decided, and may be given a copy. */
async function receiverOf(open: OpenCase, order: number): Promise<RecipientRow> {
  const { db, consent, record } = open;
  const key = { organisationId: record.organisation_id, id: consent.id };
  const signer = (await recipientsIn(db, key)).find((each) => each.signing_order === order);
  if (signer === undefined) throw new Refused('INVALID', { fields: [NOBODY] });
  if (isIdentityOpen(formIdentityNow(open))) throw new Refused('WHO_IS_IT');
  if (consent.seal_state !== 'SEALED' || pageAccessOf(open, signer) !== 'PAGE') throw notNow(open);
  const unwanted = unwantedAdult(open, signer.role);
  if (unwanted !== undefined) throw new Refused('INVALID', { fields: [unwanted] });
  return signer;
}

const NOBODY = { path: 'signing_order', message: 'Nobody signs at this place' };
