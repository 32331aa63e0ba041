import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { DeliveryReason } from '#domain/notifications/deliveries.ts';
import { linkById, type LinkRow } from '#server/data/signing/links.ts';
import { isOnItsWay, triedChannels } from '#server/data/notifications/tried-channels.ts';
import type { MailKind } from '#server/data/tables/account-rows.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { awaitsAnswer, isLinkOpen, isStillNews } from '#server/work/links/awaits-answer.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { messagedSigner } from '#server/work/links/addressee.ts';
import type { Message } from '#server/work/links/reach-signer.ts';
import { isReachedOtherwise } from './follow.ts';

/** A mail to somebody who signs that goes nowhere; `reason` is a code of the mailer, or why it went nowhere after it had waited. */
type FailedMail = {
  readonly organisationId: string;
  readonly linkId: string;
  readonly kind: MailKind;
  readonly news: NotificationKind | null;
  readonly reason: string;
};

/** Reasons after which nobody has to be reached any more. */
const NOTHING_FOLLOWS: ReadonlySet<string> = new Set(['LINK_ENDED', 'ANSWERED', 'CASE_ENDED']);

/**
 * Marks a mail that reached nobody, and tries the next channel for a link, a reminder or news that go by the best of them; where none is left the sender
 * is told, as of any message. All under the lock of its case, which comes first, as every other work on it does.
 *
 * @param mark - whether the mail was not marked before: of two that work on it one goes on
 */
export async function giveUpMail(
  { organisationId, linkId, kind, news, reason }: FailedMail,
  deps: Deps,
  mark: (db: Db) => Promise<boolean>,
): Promise<void> {
  await inTransaction(deps.database.db, async (db: Db) => {
    const now = new Date(deps.clock()).toISOString();
    const link = await linkById(db, { organisationId, linkId });
    const open = link === undefined ? undefined : await openLinkCase({ db, deps, now }, link);
    if (!(await mark(db)) || link === undefined || open === undefined || NOTHING_FOLLOWS.has(reason)) return;
    const order = link.signing_order;
    const signer = await findSigner(open, { role: link.role, order });
    if (kind === 'LINK' || kind === 'LINK_REMINDER') {
      if (!awaitsAnswer(open, { link, signer })) return;
      if (signer !== undefined && (await isReachedElse(open, { link, signer, kind, news: null }))) return;
    }
    if (news !== null) {
      if (!isStillNews(open, { news, signer })) return;
      if (await isReachedElse(open, { link, signer: messagedSigner(link, signer), kind: 'NEWS', news })) return;
    }
    await recordEvent(open, {
      type: 'NOT_REACHED',
      by: 'SYSTEM',
      detail: { role: link.role, order, channel: 'EMAIL', reason: reasonOf(reason) },
    });
  });
}

/** A reason in the words of all channels: codes of the mailer as `EENVELOPE 550`. */
function reasonOf(reason: string): DeliveryReason {
  if (reason === 'NOT_WANTED' || reason === 'CHANNEL_OFF') return reason;
  if (reason === 'ADDRESS_CHANGED') return 'NO_ADDRESS';
  return reason.startsWith('EENVELOPE 5') ? 'ADDRESS_REFUSED' : 'NO_ANSWER';
}

type Unreached = Pick<Message, 'signer' | 'kind' | 'news'> & { readonly link: LinkRow };

/** Whether a message by another channel is on its way, or goes now. A link that staff sent by mail goes by mail alone. */
async function isReachedElse(open: OpenCase, { link, signer, kind, news }: Unreached): Promise<boolean> {
  if (link.way === null) return false;
  const sent = { organisationId: open.record.organisation_id, linkId: link.id, kind, news };
  // Near an operation the text goes beside the mail; where that fails, its own end is followed.
  if (await isOnItsWay(open.db, sent)) return true;
  const tried = await triedChannels(open.db, sent);
  return isReachedOtherwise(open, {
    signer,
    link,
    kind,
    news,
    opens: isLinkOpen(link, open.deps.clock()),
    except: [...tried, 'EMAIL'],
  });
}
