import { MESSAGE_CHANNELS, type MessageChannel } from '#domain/values/message-channels.ts';
import type { LinkRow } from '#server/data/signing/links.ts';
import { recordEvent, type OpenCase } from '#server/work/cases/open-case.ts';
import { contactMac } from '#server/work/messages/queue-delivery.ts';
import type { SignerContacts } from './addressee.ts';

type Hospital = { readonly organisationId: string; readonly deps: Pick<OpenCase['deps'], 'chainKey'> };

/** The marks of addresses by channel: they lead back to no address without the server's key. */
export function contactMacs(
  contacts: SignerContacts,
  { organisationId, deps }: Hospital,
): Partial<Record<MessageChannel, string>> {
  return Object.fromEntries(
    MESSAGE_CHANNELS.flatMap((channel) => {
      const contact = contacts[channel];
      return contact === null ? [] : [[channel, contactMac(organisationId, contact, deps)]];
    }),
  );
}

/**
 * The channels by which nothing of a link goes by itself: their address is another than when staff sent it. It may be right, and it may be that of
 * somebody else, for whom the record was edited by mistake.
 */
export function changedChannels(
  { contact_macs: before }: Pick<LinkRow, 'contact_macs'>,
  contacts: SignerContacts,
  hospital: Hospital,
): MessageChannel[] {
  if (before === null) return [];
  const now = contactMacs(contacts, hospital);
  return MESSAGE_CHANNELS.filter((channel) => now[channel] !== before[channel]);
}

/** Tells the sender that nothing goes by itself to an address that is another by now. */
export async function noteAddressChanged(
  open: OpenCase,
  { role, signing_order: order }: Pick<LinkRow, 'role' | 'signing_order'>,
  channel: MessageChannel,
): Promise<void> {
  await recordEvent(open, { type: 'NOT_REACHED', by: 'SYSTEM', detail: { role, order, channel, reason: 'NO_ADDRESS' } });
}
