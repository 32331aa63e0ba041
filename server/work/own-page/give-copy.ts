import { isIdentityOpen } from '#domain/patients/identity-check.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { QR_UNOPENED, type LinkChannel } from '#domain/signing/link.ts';
import { PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { Refused } from '#server/api-error.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { mailClosed } from '#server/work/links/addressee.ts';
import { refuseClosed } from '#server/work/links/refuse-closed.ts';
import { addressFor, unwantedAdult } from '#server/work/links/link-address.ts';
import { recipientsIn } from '#server/data/signing/signers.ts';
import { mailPage } from './mail-page.ts';
import { formIdentityNow, openPage, type PageLink } from './open-page.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';

type Giving = { readonly order: number; readonly channel: LinkChannel; readonly isConfirmed: boolean };

/**
 * Gives somebody who has decided a link to their sealed form: to the address on record, or as a code for their own phone.
 *
 * @throws Refused WHO_IS_IT while it is open whom the form is about; INVALID for a place at which nobody decided, and as {@link addressFor}; MOVE_REFUSED before the form is sealed, or once
 *   its page has ended; NOBODY_WRITTEN_TO for a deceased or merged patient
 */
export async function giveCopy(open: OpenCase, actor: StaffActor, { order, channel, isConfirmed }: Giving): Promise<PageLink> {
  const { db, consent, record, patient } = open;
  const key = { organisationId: record.organisation_id, id: consent.id };
  const signer = (await recipientsIn(db, key)).find((each) => each.signing_order === order);
  if (signer === undefined) throw new Refused('INVALID', { fields: [NOBODY] });
  if (!mayStartConsent(patient.status)) throw new Refused('NOBODY_WRITTEN_TO');
  if (isIdentityOpen(formIdentityNow(open))) throw new Refused('WHO_IS_IT');
  const { role } = signer;
  if (consent.seal_state !== 'SEALED' || pageAccessOf(open, signer) !== 'PAGE') throw notNow(open);
  const unwanted = unwantedAdult(open, role);
  if (unwanted !== undefined) throw new Refused('INVALID', { fields: [unwanted] });
  const address = channel === 'EMAIL' ? addressFor(open, actor, { signer, isConfirmed }) : null;
  if (address !== null) refuseClosed(await mailClosed(open, signer, { isAutomatic: false, isAddressConfirmed: true }));
  const visitor = { signer, channel, address, sentBy: actor.userId, by: byStaff(open) };
  const link = await openPage(open, visitor, channel === 'QR' ? QR_UNOPENED : PAGE_LINK_LIFE.message);
  if (link === null) throw new Refused('WHO_IS_IT');
  if (address !== null) await mailPage(open, { page: link, address, words: 'Here is a link to your copy of the form.' });
  return link;
}

const NOBODY = { path: 'signing_order', message: 'Nobody signs at this place' };
