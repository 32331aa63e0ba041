import type { DeliveredChannel, DeliveryKind } from '#domain/notifications/deliveries.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import { smsPartsOf, type MessageContent } from '#domain/notifications/sms.ts';
import type { PageLanguage } from '#domain/values/patient-languages.ts';
import type { MessageSettings } from '#domain/organisation/message-settings.ts';
import type { Db } from '#server/data/db.ts';
import { insertDelivery } from '#server/data/notifications/deliveries.ts';
import type { Deps } from '#server/deps.ts';

/** A message that goes to one address by one channel. */
export type NewDelivery = {
  readonly organisationId: string;
  readonly caseId: string;
  readonly consentId: string;
  readonly order: number;
  readonly linkId: string;
  readonly kind: DeliveryKind;
  readonly news: NotificationKind | null;
  readonly channel: DeliveredChannel;
  readonly contact: string;
  readonly language: PageLanguage;
  readonly content: MessageContent;
  readonly isUncounted: boolean;
  readonly isUrgent: boolean;
  readonly isAddressConfirmed: boolean;
  /** epoch ms */
  readonly notBefore: number;
};

/** The mark by which messages to one address are counted: it leads back to no address without the server's key. */
export function contactMac(organisationId: string, contact: string, { chainKey }: Pick<Deps, 'chainKey'>): string {
  return chainKey.mac(`message recipient ${organisationId} ${contact.toLowerCase()}`);
}

/** The place of a sealed part of a delivery. */
export function deliverySealPurpose(id: string, part: 'recipient' | 'body'): string {
  return `deliveries.${part}:${id}`;
}

/** Queues a message in the transaction of its cause: both are stored, or neither. @returns its id */
export async function queueDelivery(
  db: Db,
  deps: Pick<Deps, 'newId' | 'clock' | 'secrets' | 'chainKey'>,
  message: NewDelivery,
  { smsBy }: Pick<MessageSettings, 'smsBy'>,
): Promise<string> {
  const id = deps.newId();
  const { organisationId, channel, contact, content } = message;
  const now = new Date(deps.clock()).toISOString();
  await insertDelivery(db, {
    organisation_id: organisationId,
    id,
    case_id: message.caseId,
    consent_id: message.consentId,
    signing_order: message.order,
    link_id: message.linkId,
    kind: message.kind,
    news: message.news,
    channel,
    service: channel === 'APP' ? 'NHS' : channel === 'SMS' ? smsBy : 'GOVUK',
    language: message.language,
    recipient: deps.secrets.seal(contact, deliverySealPurpose(id, 'recipient')),
    recipient_mac: contactMac(organisationId, contact, deps),
    body: deps.secrets.seal(JSON.stringify(content), deliverySealPurpose(id, 'body')),
    is_uncounted: message.isUncounted,
    is_urgent: message.isUrgent,
    is_address_confirmed: message.isAddressConfirmed,
    state: 'WAITING',
    next_at: new Date(message.notBefore).toISOString(),
    due_at: new Date(message.notBefore).toISOString(),
    parts: channel === 'SMS' ? smsPartsOf(content.text) : null,
    created_at: now,
  });
  return id;
}
