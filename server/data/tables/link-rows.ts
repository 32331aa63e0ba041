import type { LinkChannel, LinkEnd, LinkPurpose } from '#domain/signing/link.ts';
import type { DeliveredChannel } from '#domain/notifications/deliveries.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { Generated } from 'kysely';

/** A link by which one signer of one version answers away from the ward, and its tokens. Only hashes are stored. */
export type LinkTables = {
  links: {
    organisation_id: string;
    id: string;
    consent_id: string;
    role: SignerRole;
    signing_order: number;
    channel: LinkChannel;
    /** where it did not go by email and is no code */
    way: Generated<DeliveredChannel | null>;
    /** PAGE: to the page of somebody who has answered, made by the product */
    purpose: Generated<LinkPurpose>;
    /** of a mailed link */
    address: string | null;
    /** the marks of their addresses when staff sent a link that does not go by mail, by channel; null of any other, and of those of a build before */
    contact_macs: Generated<Partial<Record<MessageChannel, string>> | null>;
    /** the member of staff who sent it, and is told when it is locked */
    sent_by: string;
    tries: Generated<number>;
    reminders: Generated<number>;
    reminded_at: Generated<string | null>;
    created_at: string;
    ends_at: string;
    opened_at: Generated<string | null>;
    verified_at: Generated<string | null>;
    locked_at: Generated<string | null>;
    ended_at: Generated<string | null>;
    ended_by: Generated<LinkEnd | null>;
  };
  /** a request for a link to an own page, until a job has worked on it */
  page_asks: {
    id: string;
    /** an address, sealed; null with a code */
    contact: string | null;
    /** of a sealed form; null with an address */
    code: string | null;
    due_at: string;
    created_at: string;
  };
  link_tokens: { token_hash: string; organisation_id: string; link_id: string; created_at: string };
};
