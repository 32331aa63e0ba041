import { DAY, MINUTE } from '#domain/base/limits.ts';

/** The first archival time stamp of a document is due so long after its seal, ms. */
export const ARCHIVE_AFTER = MINUTE;
/** A new stamp is due so many days before the certificate of the newest one ends. */
export const ARCHIVE_AHEAD_DAYS = 180;

/**
 * When a document that has a stamp is due for the next one: ahead of the end of the newest one's certificate. An authority that has not
 * renewed a certificate which ends soon is asked again in half of the time that is left, a day at least. Epoch ms.
 */
export function nextArchiveAt({ endsAt, aheadDays, now }: { endsAt: number; aheadDays: number; now: number }): number {
  const ahead = endsAt - aheadDays * DAY;
  return ahead > now ? ahead : now + Math.max(DAY, (endsAt - now) / 2);
}
