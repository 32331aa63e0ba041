import type { MessageChannel } from '#domain/values/message-channels.ts';
import { isSignerDone } from '#domain/consents/recipients.ts';
import { Refused } from '#server/api-error.ts';
import type { DeliveryRow } from '#server/data/notifications/deliveries.ts';
import { linkById, updateLink } from '#server/data/signing/links.ts';
import { byStaff } from '#server/work/cases/event-by.ts';
import { notNow } from '#server/work/cases/not-now.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';
import { refuseClosed } from '#server/work/links/refuse-closed.ts';
import { sendBy, waysOf } from '#server/work/links/reach-signer.ts';
import { contactMacsNow } from '#server/work/links/send-link.ts';
import { openMessageSettings } from '#server/work/messages/message-settings.ts';

/**
 * Sends a message that did not arrive once more, by the same way or another one, with a token of its own for the same link.
 *
 * @returns whether the quiet hours hold it until the morning
 * @throws Refused MOVE_REFUSED for one that waits or went, whose link has ended, or whose signer has answered; in the words of why the way is closed
 */
export async function sendAgain(
  open: OpenCase,
  row: DeliveryRow,
  chosen: MessageChannel | undefined,
): Promise<{ isHeld: boolean }> {
  const { db, deps } = open;
  const organisationId = open.record.organisation_id;
  const link = await linkById(db, { organisationId, linkId: row.link_id });
  const isOpen =
    link !== undefined && link.ended_at === null && link.locked_at === null && Date.parse(link.ends_at) > deps.clock();
  if (!isOpen || (row.state !== 'FAILED' && row.state !== 'DROPPED')) throw notNow(open);
  const signer = await findSigner(open, { role: link.role, order: row.signing_order });
  if (signer === undefined || isSignerDone(signer)) throw notNow(open);
  const settings = await openMessageSettings(db, organisationId, deps);
  const by = { signer, news: row.news, isAutomatic: false, isAddressConfirmed: row.is_address_confirmed };
  const { ways, reasons } = await waysOf(open, by, settings);
  const channel = chosen ?? row.channel;
  refuseClosed(reasons[channel] ?? null);
  const way = ways.find((each) => each.channel === channel);
  if (way === undefined) throw new Refused('CHANNEL_OFF');
  // A person who sends it again has decided about the addresses of today.
  const key = { organisationId, linkId: link.id };
  if (link.way !== null) await updateLink(db, key, { contact_macs: contactMacsNow(open, signer, { settings }) });
  await sendBy(open, { ...by, link, kind: row.kind, opens: true, except: [] }, { way, settings });
  await recordEvent(open, {
    type: 'LINK_SENT',
    by: byStaff(open),
    detail: { role: link.role, order: row.signing_order, channel },
  });
  return { isHeld: way.notBefore > deps.clock() };
}
