import type { DeliveryReason } from '#domain/notifications/deliveries.ts';
import { linkById, type LinkRow } from '#server/data/signing/links.ts';
import { triedChannels } from '#server/data/notifications/deliveries.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { awaitsAnswer } from '#server/work/links/awaits-answer.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { isReached } from './follow.ts';

/** A mail to somebody who signs that went nowhere; `reason` is a code of the mailer, or why it was held back. */
type FailedMail = { readonly organisationId: string; readonly linkId: string; readonly kind: MailKind; readonly reason: string };

/** Reasons after which nobody has to be reached any more. */
const NOTHING_FOLLOWS: ReadonlySet<string> = new Set(['LINK_ENDED', 'ANSWERED', 'CASE_ENDED']);
const REASONS: Readonly<Record<string, DeliveryReason>> = {
  NOT_WANTED: 'NOT_WANTED',
  CHANNEL_OFF: 'CHANNEL_OFF',
  NO_ADDRESS: 'NO_ADDRESS',
  EENVELOPE: 'ADDRESS_REFUSED',
};

/**
 * After a mail that reached nobody tries the next channel, where the link goes by the best of them; where none is left the sender is told, as of
 * any message.
 */
export async function followMail({ organisationId, linkId, kind, reason }: FailedMail, deps: Deps, db: Db): Promise<void> {
  const link = await linkById(db, { organisationId, linkId });
  if (link === undefined || NOTHING_FOLLOWS.has(reason)) return;
  const open = await openLinkCase({ db, deps, now: new Date(deps.clock()).toISOString() }, link);
  const order = link.signing_order;
  const signer = await findSigner(open, { role: link.role, order });
  if (kind === 'LINK' || kind === 'LINK_REMINDER') {
    if (!awaitsAnswer(open, { link, signer })) return;
    if (signer !== undefined && (await isReachedElse(open, { link, signer, kind }))) return;
  }
  const [code = ''] = reason.split(' ');
  await recordEvent(open, {
    type: 'NOT_REACHED',
    by: 'SYSTEM',
    detail: { role: link.role, order, channel: 'EMAIL', reason: REASONS[code] ?? 'NO_ANSWER' },
  });
}

type Unreached = { readonly link: LinkRow; readonly signer: RecipientRow; readonly kind: 'LINK' | 'LINK_REMINDER' };

async function isReachedElse(open: OpenCase, { link, signer, kind }: Unreached): Promise<boolean> {
  // A link that staff sent by mail goes by mail alone.
  if (link.way === null) return false;
  const { organisation_id: organisationId } = open.record;
  const tried = await triedChannels(open.db, { organisationId, linkId: link.id, kind, news: null });
  return isReached(open, { signer, link, kind, news: null, opens: true, except: [...tried, 'EMAIL'] });
}
