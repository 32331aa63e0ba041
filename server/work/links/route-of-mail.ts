import type { HeldMailReason } from '#domain/notifications/deliveries.ts';
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
import { presentAddress } from './link-address.ts';
import { openLinkCase } from './link-case.ts';

/** Kinds of mails that ask for an answer: needless once it is given. */
const ASKING: ReadonlySet<MailKind> = new Set(['LINK', 'LINK_REMINDER']);

/** A queued mail to somebody who signs. */
type WaitingMail = { readonly organisationId: string; readonly linkId: string; readonly kind: MailKind };

/** The address to which a mail goes, or why it goes nowhere any more. */
export type MailRoute = { readonly address: string } | { readonly held: HeldMailReason };

/**
 * The route of a mail to a signer, after what came while it waited: to the address of today, or nowhere, where the link ended or its address is
 * protected by now, the signer has answered, wants no mail, is on the form of somebody who has died, or the hospital sends no mail any more.
 */
export async function routeOfMail({ organisationId, linkId, kind }: WaitingMail, deps: Deps): Promise<MailRoute> {
  return inTransaction(deps.database.db, async (db: Db) => {
    const link = await linkById(db, { organisationId, linkId });
    if (link === undefined) return { held: 'LINK_ENDED' };
    const isOpen = kind === 'FORM_NEWS' ? hasAddress(link) : isLinkOpen(link, deps.clock());
    if (!isOpen) return { held: 'LINK_ENDED' };
    const now = new Date(deps.clock()).toISOString();
    return routeIn(await openLinkCase({ db, deps, now }, link), { kind, link });
  });
}

async function routeIn(open: OpenCase, { link, kind }: { readonly link: LinkRow; readonly kind: MailKind }): Promise<MailRoute> {
  const found = await findSigner(open, { role: link.role, order: link.signing_order });
  if (ASKING.has(kind) && found !== undefined && isSignerDone(found)) return { held: 'ANSWERED' };
  const signer = messagedSigner(link, found);
  const closed = await mailClosed(open, signer, { isAutomatic: false, isAddressConfirmed: true });
  if (closed === 'NOT_WANTED' || closed === 'CASE_ENDED' || closed === 'CHANNEL_OFF') return { held: closed };
  const address = presentAddress(open, signer);
  return address === null ? { held: 'NO_ADDRESS' } : { address };
}

/** Whether the link has an address still: it is taken away where the details of a patient are protected. */
function hasAddress({ address }: LinkRow): boolean {
  return address !== null;
}
