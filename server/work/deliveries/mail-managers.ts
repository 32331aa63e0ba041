import { monthAt } from '#domain/values/plain-date.ts';
import { isLimited, monthlyMost, shareReached } from '#domain/organisation/month-limits.ts';
import { MESSAGE_DEFAULTS } from '#domain/organisation/message-settings.ts';
import type { MessageChannel } from '#domain/values/message-channels.ts';
import { holdersOf } from '#server/data/accounts/users.ts';
import type { Db } from '#server/data/db.ts';
import {
  addUsage,
  lockMessageSettings,
  messageSettingsOf,
  noteMailedShare,
  pauseChannels,
} from '#server/data/notifications/message-settings.ts';
import type { Deps } from '#server/deps.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { mailUser } from '#server/work/accounts/security-events.ts';
import type { LimitMail } from '#server/work/mail/limit-texts.ts';

type OfChannel = { readonly organisationId: string; readonly channel: MessageChannel };

/**
 * Counts what a message has used of its month, in the transaction `db` that hands it over; where that reaches a share of the limit those who manage the
 * organisation are mailed, of each share once a month.
 *
 * @param amount - parts of a text message, or 1
 */
export async function countUsage(
  db: Db,
  deps: Deps,
  { organisationId, channel, amount }: OfChannel & { readonly amount: number },
): Promise<void> {
  const month = monthAt(deps.clock(), deps.settings.timeZone);
  const { amount: used, mailed_share: mailed } = await addUsage(db, { organisationId, month, channel, amount });
  if (!isLimited(channel)) return;
  const most = monthlyMost({ ...MESSAGE_DEFAULTS, ...(await messageSettingsOf(db, organisationId))?.settings }, channel);
  const share = shareReached(used, most);
  if (most === null || share === null || share <= mailed) return;
  await noteMailedShare(db, { organisationId, month, channel, share });
  await mailManagers(db, deps, organisationId, { kind: `LIMIT_${share}`, channel, used, most });
}

/** Notes that a service serves an organisation no more by a channel, in the transaction `db`; those who manage it are mailed once each time. */
export async function pauseChannel(db: Db, deps: Deps, { organisationId, channel }: OfChannel): Promise<void> {
  const row = await lockMessageSettings(db, organisationId);
  if (row === undefined || row.paused.includes(channel)) return;
  await pauseChannels(db, organisationId, [...row.paused, channel]);
  await mailManagers(db, deps, organisationId, { kind: 'CHANNEL_PAUSED', channel });
}

async function mailManagers(db: Db, deps: Deps, organisationId: string, mail: LimitMail): Promise<void> {
  const people = await holdersOf(db, organisationId, { permissions: ['organisation.manage'], today: todayOf(deps) });
  for (const each of people) await mailUser(db, { deps }, each, mail);
}
