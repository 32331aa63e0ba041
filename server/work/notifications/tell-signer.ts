import { notificationRule } from '#domain/notifications/notification-kinds.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import { mayComeBack, PAGE_LINK_LIFE } from '#domain/signing/own-page.ts';
import { settleNotifications, type NotificationRow } from '#server/data/notifications/notifications.ts';
import { addLinkToken, type LinkRow } from '#server/data/signing/links.ts';
import { newToken } from '#server/data/tokens.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { mailClosed, messagedSigner } from '#server/work/links/addressee.ts';
import { isSameAddress, presentAddress } from '#server/work/links/link-address.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { noteAddressChanged } from '#server/work/links/changed-channels.ts';
import { reachSigner } from '#server/work/links/reach-signer.ts';
import { mayMessage } from '#server/work/mail/message-setup.ts';
import { queueMail } from '#server/work/mail/queue-mail.ts';
import { openPage } from '#server/work/own-page/open-page.ts';
import { pageAccessOf } from '#server/work/links/page-access.ts';
import { caseOfNews } from './case-of-news.ts';
import { mailFactsOf } from '#server/work/links/mail-facts.ts';
import { newsWords } from '#server/work/links/message-language.ts';

/** `now`: ISO. */
export type Telling = { readonly db: Db; readonly deps: Deps; readonly now: string };

/** Queues the mail of news for one signer, with a link that opens their form or page where the news has one; or drops it with its reason. */
export async function tellSigner(sending: Telling, row: NotificationRow): Promise<void> {
  const { db, deps, now } = sending;
  const drop = (reason: string) => settleNotifications(db, [row], { state: 'DROPPED', reason, now });
  const rule = notificationRule(row.kind).signers;
  const found = await caseOfNews(db, row);
  const link = found?.link;
  // Where the patient's details are protected the address is gone from the link.
  if (rule === undefined || found === undefined || link === undefined) return drop('NO_ADDRESS');
  if (link.address === null && link.way === null) return drop('NO_ADDRESS');
  if (found.waits[row.kind] === false) return drop('SEEN_TO');
  const { patient, content } = found;
  if (!isReachable({ role: link.role, patient, form: content })) return drop('NOT_REACHABLE');
  if (!(await mayMessage(db, row.organisation_id))) return drop('SETUP_NEEDED');
  const open = await openLinkCase(sending, link);
  const present = await findSigner(open, { role: link.role, order: link.signing_order });
  // A recall takes signers off the form, and somebody else may have the place: whoever was written to is told all the same.
  const signer = messagedSigner(link, link.ended_by === 'RECALLED' ? undefined : present);
  const address = link.way === null ? link.address : null;
  if (address !== null && !isSameAddress(presentAddress(open, signer), address)) {
    // It goes by itself to no address but the one that staff sent the form to: another may be somebody else's.
    await noteAddressChanged(open, link, 'EMAIL');
    return drop('ADDRESS_CHANGED');
  }
  const opened = rule.opens === true || rule.mayOpen === true ? await openFor(open, link, present) : null;
  if (rule.opens === true && opened === null) return drop('LINK_ENDED');
  if (address === null) {
    const message = { signer, link: { ...link, id: opened?.linkId ?? link.id }, kind: 'NEWS', news: row.kind } as const;
    const automatic = { isAutomatic: true, isAddressConfirmed: false, except: [] };
    const reached = await reachSigner(open, { ...message, ...automatic, opens: opened !== null });
    if (reached.channel === null && reached.isAddressChanged && link.way !== null) {
      await noteAddressChanged(open, link, link.way);
      return drop('ADDRESS_CHANGED');
    }
    if (reached.channel === null) return drop(reached.reason);
    return settleNotifications(db, [row], { state: 'SENT', now });
  }
  const closed = await mailClosed(open, signer, { isAutomatic: true, isAddressConfirmed: false });
  if (closed === 'CHANNEL_OFF' || closed === 'NOT_WANTED') return drop(closed);
  const facts = await mailFactsOf(open, link);
  const common = { ...facts, words: newsWords(row.kind, facts) };
  await queueMail(
    db,
    deps,
    {
      organisationId: row.organisation_id,
      userId: null,
      address,
      name: address,
      linkId: opened?.linkId ?? link.id,
      news: row.kind,
    },
    opened === null ? { kind: 'FORM_NEWS', ...common } : { kind: 'LINK_NEWS', ...common, token: opened.token },
  );
  await settleNotifications(db, [row], { state: 'SENT', now });
}

/**
 * A token by which a signer comes back: of the link that they were sent while it works, else to the page of somebody who has answered. Null
 * where neither is open to them: a link that staff have ended, or a form whose time is over.
 */
async function openFor(
  open: OpenCase,
  link: LinkRow,
  signer: RecipientRow | undefined,
): Promise<{ linkId: string; token: string } | null> {
  const { db, deps, now } = open;
  if (link.ended_at === null && link.locked_at === null && link.ends_at > now) {
    const token = newToken('l', deps.random);
    await addLinkToken(db, { organisationId: link.organisation_id, linkId: link.id, token, now });
    return { linkId: link.id, token };
  }
  if (!mayComeBack(link)) return null;
  if (signer === undefined || pageAccessOf(open, signer) !== 'PAGE') return null;
  const { address, sent_by: sentBy } = link;
  return openPage(open, { signer, address, sentBy, channel: 'EMAIL', by: 'SYSTEM' }, PAGE_LINK_LIFE.message);
}
