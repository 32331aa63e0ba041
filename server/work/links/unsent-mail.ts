import type { UnsentReason } from '#domain/notifications/deliveries.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import type { Db } from '#server/data/db.ts';
import { linkById, type LinkRow } from '#server/data/signing/links.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { mailClosed, messagedSigner } from './addressee.ts';
import { isLinkOpen } from './awaits-answer.ts';
import { isSameAddress, presentAddress } from './link-address.ts';
import { openLinkCase } from './link-case.ts';

/** Kinds of mails that ask for an answer: needless once it is given. */
const ASKING: ReadonlySet<MailKind> = new Set(['LINK', 'LINK_REMINDER']);

/** A queued mail to somebody who signs. */
type WaitingMail = {
  readonly organisationId: string;
  readonly linkId: string;
  readonly kind: MailKind;
  readonly address: string;
};

/**
 * Why a mail to a signer goes nowhere any more, after what came while it waited: the link ended or its address is protected by now, the signer
 * has answered, wants no mail, is on the form of somebody who has died, or another address is on the record, which staff have not sent it to; or
 * the hospital sends no mail any more. Null where it goes.
 */
export async function unsentBecause({ organisationId, linkId, ...mail }: WaitingMail, deps: Deps): Promise<UnsentReason | null> {
  return inTransaction(deps.database.db, async (db: Db) => {
    const link = await linkById(db, { organisationId, linkId });
    if (link === undefined) return 'LINK_ENDED';
    const isOpen = mail.kind === 'FORM_NEWS' ? link.address !== null : isLinkOpen(link, deps.clock());
    if (!isOpen) return 'LINK_ENDED';
    const now = new Date(deps.clock()).toISOString();
    return unsentIn(await openLinkCase({ db, deps, now }, link), { ...mail, link });
  });
}

async function unsentIn(
  open: OpenCase,
  { link, kind, address }: { readonly link: LinkRow; readonly kind: MailKind; readonly address: string },
): Promise<UnsentReason | null> {
  // After a recall somebody else may have the place.
  const isRecalled = link.ended_by === 'RECALLED';
  const found = isRecalled ? undefined : await findSigner(open, { role: link.role, order: link.signing_order });
  if (ASKING.has(kind) && found !== undefined && isSignerDone(found)) return 'ANSWERED';
  const signer = messagedSigner(link, found);
  const closed = await mailClosed(open, signer, { isAutomatic: false, isAddressConfirmed: true });
  if (closed === 'NOT_WANTED' || closed === 'CASE_ENDED' || closed === 'CHANNEL_OFF') return closed;
  // A link opens a form: it goes by itself to no address but the one that it was sent to.
  return isSameAddress(presentAddress(open, signer), address) ? null : 'ADDRESS_CHANGED';
}
