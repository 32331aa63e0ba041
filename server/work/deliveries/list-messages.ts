import { DELIVERIES_MOST, type Delivery } from '#contract/messages/deliveries.ts';
import { deliveryWords, mailWords } from '#domain/notifications/deliveries.ts';
import { deliveriesOf, mailsOf } from '#server/data/notifications/deliveries.ts';
import type { Db } from '#server/data/db.ts';

const MAIL_STATES = { QUEUED: 'WAITING', SENT: 'SENT', FAILED: 'DROPPED' } as const;

/** The messages to the signers of a version, by whatever way, the newest first. */
export async function listMessages(
  db: Db,
  of: { readonly organisationId: string; readonly consentId: string },
): Promise<Delivery[]> {
  const rows = await deliveriesOf(db, { ...of, most: DELIVERIES_MOST });
  const mails = await mailsOf(db, { ...of, most: DELIVERIES_MOST });
  return [
    ...rows.map(({ id, signing_order, channel, state, reason, created_at: at }) => ({
      id,
      signing_order,
      channel,
      state,
      reason,
      at,
      words: deliveryWords({ state, reason, channel }),
    })),
    ...mails.map(({ order: signing_order, state, error, at }) => ({
      id: null,
      signing_order,
      channel: 'EMAIL' as const,
      state: MAIL_STATES[state],
      reason: null,
      at,
      words: mailWords(state, error),
    })),
  ]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, DELIVERIES_MOST);
}
