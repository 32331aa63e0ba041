import type { NotificationKind, Speed } from '#domain/notifications/notification-kinds.ts';
import type { Generated } from 'kysely';

/** The table of news of cases, each for one recipient. */
export type NotificationTables = {
  /** the mailboxes of specialities */
  team_mailboxes: { organisation_id: string; speciality_id: string; name: string; email: string };
  /** an event is news to a recipient once */
  notifications: {
    organisation_id: string;
    id: string;
    /** the case itself, for news that no event is */
    event_id: string;
    case_id: string;
    /** null for a case without a version */
    consent_id: string | null;
    kind: NotificationKind;
    /** names the user, the team, or the signer by their place: one of four columns after it, the last of which is that of the urgent contact; for news that no event is also the day of the list, and which news of it */
    recipient: string;
    user_id: string | null;
    signing_order: number | null;
    /** the speciality of a team's mailbox */
    team_id: Generated<string | null>;
    /** true of whom the organisation names for what is urgent; null for everybody else */
    to_contact: Generated<true | null>;
    /** of a signer: the link that was mailed to them, which knows where they are written to */
    link_id: string | null;
    speed: Speed;
    is_urgent: boolean;
    due_at: string;
    /** SENT: its mail was queued */
    state: 'OPEN' | 'SENT' | 'DROPPED';
    /** of a dropped one */
    reason: Generated<string | null>;
    created_at: string;
    settled_at: Generated<string | null>;
    /** the mail to an account that told of it */
    mail_id: Generated<string | null>;
  };
};
