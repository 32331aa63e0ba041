import type { DeliveryReason } from '#domain/notifications/deliveries.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import { lockDelivery, unfollowed, updateDelivery, type DeliveryRow } from '#server/data/notifications/deliveries.ts';
import { isMailRefused, triedChannels } from '#server/data/notifications/tried-channels.ts';
import { linkById } from '#server/data/signing/links.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { openLinkCase } from '#server/work/links/link-case.ts';
import { messagedSigner } from '#server/work/links/addressee.ts';
import { awaitsAnswer, isLinkOpen, isStillNews } from '#server/work/links/awaits-answer.ts';
import { reachSigner, type Message } from '#server/work/links/reach-signer.ts';
import { mayMessage } from '#server/work/mail/message-setup.ts';

/** Messages that one round follows; the next round takes the others [choice]. */
const FOLLOWED_PER_ROUND = 50;

/** Reasons after which nothing else is tried: nobody is to be written to any more, or a person decides. */
const NOTHING_FOLLOWS: ReadonlySet<DeliveryReason> = new Set(['CASE_ENDED', 'PROTECTED', 'RESTORED']);

/**
 * After each message that reached nobody tries the next channel that is open, with a token of its own for the same link; where none is left the sender
 * is told.
 *
 * @returns true while more may be due
 */
export async function followFailed(deps: Deps): Promise<boolean> {
  const rows = await unfollowed(deps.database.db, FOLLOWED_PER_ROUND);
  for (const row of rows)
    await inTransaction(deps.database.db, (db) => followDelivery(db, deps, row)).catch((error: unknown) =>
      deps.log.error('nothing followed a message that reached nobody', {
        error: error instanceof Error ? error.name : 'unknown',
      }),
    );
  return rows.length === FOLLOWED_PER_ROUND;
}

/** The same for one message, under the lock of its case. A message is followed once. */
export async function followDelivery(db: Db, deps: Deps, failed: DeliveryRow): Promise<void> {
  const { organisation_id: organisationId, id, consent_id: consentId, signing_order: order } = failed;
  const now = new Date(deps.clock()).toISOString();
  const link = await linkById(db, { organisationId, linkId: failed.link_id });
  // The case first, as every other work on it does.
  const open = link === undefined ? undefined : await openLinkCase({ db, deps, now }, link);
  const row = await lockDelivery(db, { organisationId, id });
  if (row === undefined || row.followed_at !== null || row.state === 'DELIVERED') return;
  await updateDelivery(db, { organisationId, id }, { followed_at: now });
  if (link === undefined || open === undefined || (row.reason !== null && NOTHING_FOLLOWS.has(row.reason))) return;
  const found = await findSigner(open, { role: link.role, order });
  const isTrue =
    row.kind === 'NEWS' ? isStillNews(open, { news: row.news, signer: found }) : awaitsAnswer(open, { link, signer: found });
  if (!isTrue) return;
  // A recall takes signers off the form: they are told all the same.
  const signer = messagedSigner(link, found);
  const tried: MessageChannel[] = await triedChannels(db, { organisationId, linkId: link.id, kind: row.kind, news: row.news });
  const except: MessageChannel[] = (await isMailRefused(db, { organisationId, linkId: link.id })) ? [...tried, 'EMAIL'] : tried;
  const message = { signer, link, kind: row.kind, news: row.news, opens: isLinkOpen(link, deps.clock()), except };
  if ((await isReachedOtherwise(open, message)) || open.consent.id !== consentId) return;
  await recordEvent(open, {
    type: 'NOT_REACHED',
    by: 'SYSTEM',
    detail: { role: link.role, order, channel: row.channel, reason: row.reason ?? 'NO_ANSWER' },
  });
}

/** Whether a message goes by another channel that is open. */
export async function isReachedOtherwise(
  open: OpenCase,
  message: Omit<Message, 'isAutomatic' | 'isAddressConfirmed'>,
): Promise<boolean> {
  // An organisation without a telephone number writes to nobody: its staff hear of it as of any other signer who is not reached.
  if (!(await mayMessage(open.db, open.record.organisation_id))) return false;
  return (await reachSigner(open, { ...message, isAutomatic: true, isAddressConfirmed: false })).channel !== null;
}
