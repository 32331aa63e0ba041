import type { AccountType, Permission } from '#domain/accounts/roles.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import type { NotificationKind } from '#domain/notifications/notification-kinds.ts';
import type { Generated } from 'kysely';

/** The two parts of a mail, with the same content. */
/** `sender`: of mails to people who sign, who know the hospital and not the product; absent in those of a build before */
export type MailBody = { text: string; html: string; sender?: { name: string; replyTo: string } };

/** The kinds of mail; `work/mail/texts.ts` has the texts of each. */
export type MailKind =
  | 'REGISTER'
  | 'RESET'
  | 'BACKUP_CODE'
  | 'KNOWN_ADDRESS'
  | 'APPROVED'
  | 'REJECTED'
  | 'SUSPENDED'
  | 'APPROVAL_WANTED'
  | 'PASSWORD_CHANGED'
  | 'TWO_FACTOR_CHANGED'
  | 'NEW_PLACE'
  | 'LINK'
  | 'LINK_REMINDER'
  /** queued by servers of builds before */
  | 'LINK_LOCKED'
  | 'CASE_NEWS'
  | 'FORM_NEWS'
  | 'LINK_NEWS'
  | 'REFERRAL_NEW'
  | 'REFERRAL_ANSWERED'
  | 'REFERRAL_MOVED'
  | 'DELETION_CONFIRMED'
  | 'DELETION_APPROVED'
  | 'RETENTION_ASKED'
  | 'SEAL_ENDS'
  | 'SAFETY_REPORT'
  | 'LIMIT_80'
  | 'LIMIT_100'
  | 'CHANNEL_PAUSED';

/** Tables of people and access. Codes, secrets and shares never leave the server but through the one call that each is for. */
export type AccountTables = {
  roles: {
    organisation_id: string;
    id: string;
    key: string;
    name: string;
    account_type: AccountType;
    permissions: Permission[];
    is_seeded: Generated<boolean>;
    created_at: string;
    updated_at: string;
  };
  sessions: {
    organisation_id: string;
    id: string;
    user_id: string;
    signed_in_at: string;
    ends_at: string;
    ended_at: string | null;
    unlock_failures: Generated<number>;
    device_id: Generated<string | null>;
    address: Generated<string | null>;
    agent: Generated<string | null>;
  };
  session_tokens: { token_hash: string; session_id: string; created_at: string };
  one_time_codes: {
    id: string;
    user_id: string;
    purpose: 'REGISTER' | 'RESET' | 'BACKUP';
    code_hash: string;
    tries: Generated<number>;
    created_at: string;
    ends_at: string;
    used_at: string | null;
  };
  /** users who gave a right password and no second factor yet, with the time */
  half_sign_ins: { user_id: string; at: string };
  /** `last_step` is the last TOTP step that was used: neither it nor an earlier one is taken again */
  second_factors: { user_id: string; secret: string; last_step: number | null; confirmed_at: string | null; created_at: string };
  known_places: { user_id: string; place_hash: string; seen_at: string };
  subscriptions: {
    organisation_id: string;
    id: string;
    name: string;
    specialities: string[];
    start_date: string;
    end_date: string | null;
  };
  user_subscriptions: { organisation_id: string; user_id: string; subscription_id: string };
  devices: {
    organisation_id: string;
    id: string;
    name: string;
    first_used_at: string;
    last_used_at: string;
    last_user_id: string | null;
    unsent: Generated<number>;
    revoked_at: string | null;
    /** digest of the tablet's secret; null for a tablet that has not named one yet */
    secret_sha256: Generated<string | null>;
    /** the name that an administrator has given */
    label: Generated<string | null>;
    /** of the app at its last report; null for one that does not tell */
    build: Generated<string | null>;
    search: string;
  };
  device_shares: { organisation_id: string; device_id: string; user_id: string; share: string; created_at: string };
  /** `body` is emptied once the mail is sent: it may hold a code */
  mails: {
    organisation_id: string;
    id: string;
    user_id: string | null;
    /** of a mail with a link for a signer */
    link_id: Generated<string | null>;
    kind: MailKind;
    /** of a mail to a signer about what has happened; null of any other, and of one that a build before has queued */
    news: Generated<NotificationKind | null>;
    address: string;
    name: string;
    subject: string;
    body: MailBody | null;
    state: 'QUEUED' | 'SENT' | 'FAILED';
    error: string | null;
    created_at: string;
    sent_at: string | null;
  };
  security_log: {
    organisation_id: string;
    id: string;
    at: string;
    type: SecurityEventType;
    actor_id: string | null;
    actor: string | null;
    subject: string | null;
    address: string | null;
    detail: string;
    /** null together with both hashes for an entry from before the log was a chain */
    seq: number | null;
    prev_hash: string | null;
    hash: string | null;
  };
  idempotency: {
    owner: string;
    op_id: string;
    route: string;
    body_sha256: string;
    /** how the digest was made: 1 over the parsed body, 2 over the body as it was sent */
    body_digest: Generated<number>;
    answer: unknown;
    created_at: string;
  };
  entity_ops: {
    owner: string;
    op_id: string;
    organisation_id: string;
    entity: string;
    entity_id: string | null;
    version: number | null;
    user_id: string | null;
    device_id: string | null;
    captured_at: string | null;
    received_at: string;
    clock_offset: number | null;
  };
};
