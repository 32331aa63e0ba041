import type { MessageSettings } from '#domain/organisation/message-settings.ts';
import type { DeliveredChannel, DeliveryKind, DeliveryReason, DeliveryState } from '#domain/notifications/deliveries.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { Generated } from 'kysely';

/** The ways of messages to people who sign. */
export type MessageTables = {
  /** one row an organisation, from its first change on */
  message_settings: {
    organisation_id: string;
    /** in the addresses that services call */
    id: string;
    settings: MessageSettings;
    /** of the services, sealed: they open in this row alone */
    secrets: string;
    version: number;
    /** channels that a service has refused to serve, until a test succeeds */
    paused: Generated<MessageChannel[]>;
    updated_at: string;
    updated_by: string;
  };
  /** messages that go by another way than email, each one attempt by one channel */
  deliveries: {
    organisation_id: string;
    /** the reference by which a service knows it */
    id: string;
    case_id: string;
    consent_id: string;
    signing_order: number;
    link_id: string;
    kind: DeliveryKind;
    /** of NEWS */
    news: NotificationKind | null;
    channel: DeliveredChannel;
    /** PRINT: printed here, and posted by whoever printed it */
    service: 'GOVUK' | 'NHS' | 'PRINT';
    language: string;
    /** sealed; gone once it is settled */
    recipient: string | null;
    /** by which messages to one address are counted; under the server's key */
    recipient_mac: string;
    /** the text, sealed; gone once a service has it */
    body: string | null;
    is_uncounted: boolean;
    is_urgent: boolean;
    is_address_confirmed: boolean;
    /** SENT: a service has it, or a letter is printed; DROPPED: it went to no service */
    state: DeliveryState;
    reason: DeliveryReason | null;
    provider_id: string | null;
    /** committed before the first call, so that a later one asks the service first */
    begun_at: string | null;
    attempts: Generated<number>;
    lease_until: string | null;
    next_at: string;
    /** before which it was not to go: from then on it is tried, and given up after a time */
    due_at: string;
    parts: number | null;
    created_at: string;
    sent_at: string | null;
    settled_at: string | null;
    /** when the service was last asked about it */
    looked_at: string | null;
    /** when the next channel was tried, or staff were told that there is none */
    followed_at: string | null;
  };
  dead_addresses: { organisation_id: string; recipient_mac: string; channel: DeliveredChannel; at: string };
  /** of callbacks that were taken */
  callback_keys: { hash: string; at: string };
  /** parts of text messages, and letters, of a calendar month (`2026-11`); `mailed_share`: the share of the limit, in percent, of which administrators were mailed last */
  message_usage: {
    organisation_id: string;
    month: string;
    channel: MessageChannel;
    amount: number;
    mailed_share: Generated<number>;
  };
  /** how somebody who is not the patient wants to be written to about a case */
  contact_wishes: {
    organisation_id: string;
    case_id: string;
    role: SignerRole;
    name: string;
    /** place on the form when they said it */
    signing_order: number;
    refused: MessageChannel[];
    preferred: MessageChannel | null;
    at: string;
  };
};
