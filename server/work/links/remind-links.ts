import { DAY } from '#domain/base/limits.ts';
import { isReachable } from '#domain/notifications/reachable-signer.ts';
import {
  addLinkToken,
  type LinkRow,
  LINKS_PER_ROUND,
  linksToRemind,
  liveLinkById,
  updateLink,
} from '#server/data/signing/links.ts';
import { newToken } from '#server/data/tokens.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { mayMessage } from '#server/work/mail/message-setup.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { mailClosed } from './addressee.ts';
import { awaitsAnswer } from './awaits-answer.ts';
import { isSameAddress, presentAddress } from './link-address.ts';
import { noteAddressChanged } from './changed-channels.ts';
import { forEachLink } from './link-case.ts';
import { reachSigner } from './reach-signer.ts';
import { queueLinkMail } from './send-link.ts';

/**
 * Mails those who have not answered once more: a new token for the same link, whose end and tries stay as they are.
 *
 * @returns true while more may be due
 */
export async function remindLinks(deps: Deps): Promise<boolean> {
  const now = new Date(deps.clock()).toISOString();
  const { reminderDays, remindersMost } = deps.settings;
  const before = new Date(deps.clock() - reminderDays * DAY).toISOString();
  const query = { now, before, most: remindersMost, limit: LINKS_PER_ROUND };
  const due = await linksToRemind(deps.database.db, query);
  await forEachLink(deps, due, remind);
  return due.length === LINKS_PER_ROUND;
}

async function remind(open: OpenCase, link: LinkRow): Promise<void> {
  const { db, now, consent, patient } = open;
  const key = { organisationId: link.organisation_id, linkId: link.id };
  const live = await liveLinkById(db, key);
  // Another server may have come first.
  if (live === undefined || live.reminders !== link.reminders || (live.address === null && live.way === null)) return;
  // Counted also where no mail goes, or it would be looked at in each round.
  await updateLink(db, key, { reminders: live.reminders + 1, reminded_at: now });
  const signer = await findSigner(open, { role: link.role, order: link.signing_order });
  if (signer === undefined || !awaitsAnswer(open, { link: live, signer })) return;
  if (!isReachable({ role: link.role, patient, form: consent.content })) return;
  if (!(await mayMessage(db, link.organisation_id))) return;
  if (!(await isSent(open, live, signer))) return;
  await recordEvent(open, {
    type: 'REMINDED',
    by: 'SYSTEM',
    detail: { role: link.role, order: link.signing_order },
  });
}

/** Sends the reminder by the way of the link: a mailed one by mail, any other by the best channel that is open. */
async function isSent(open: OpenCase, live: LinkRow, signer: RecipientRow): Promise<boolean> {
  const { db, deps, now } = open;
  const key = { organisationId: live.organisation_id, linkId: live.id };
  if (live.way !== null) {
    const message = { signer, link: live, kind: 'LINK_REMINDER', news: null, opens: true } as const;
    const reached = await reachSigner(open, { ...message, isAutomatic: true, isAddressConfirmed: false, except: [] });
    if (reached.channel === null && reached.isAddressChanged) await noteAddressChanged(open, live, live.way);
    return reached.channel !== null;
  }
  if (live.address === null) return false;
  // A link opens a form: it goes by itself to no address but the one that staff sent it to.
  if (!isSameAddress(presentAddress(open, signer), live.address)) {
    await noteAddressChanged(open, live, 'EMAIL');
    return false;
  }
  if ((await mailClosed(open, signer, { isAutomatic: true, isAddressConfirmed: false })) !== null) return false;
  const token = newToken('l', deps.random);
  await addLinkToken(db, { ...key, token, now });
  await queueLinkMail(open, {
    kind: 'LINK_REMINDER',
    role: live.role,
    linkId: live.id,
    address: live.address,
    token,
    endsAt: live.ends_at,
  });
  return true;
}
