import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { localDate, shortDate } from '#domain/values/plain-date.ts';

/** `restoredTo`: the time of the last call that the backup has, ISO; null when it is not known. `resent`: the number of calls that this tablet sends again. */
type Restore = { readonly restoredTo: string | null; readonly resent: number };

/**
 * The news that the server was restored from a backup.
 *
 * @param when - now in epoch ms, and the IANA name of the zone
 */
export function restoredWords(
  { restoredTo, resent }: Restore,
  { now, zone = DEFAULT_ZONE }: { readonly now: number; readonly zone?: string | undefined },
): string {
  const news = `The server was restored ${toWords(restoredTo, now, zone)}.`;
  return resent === 0 ? news : `${news} This tablet is sending again what it had sent.`;
}

function toWords(restoredTo: string | null, now: number, zone: string): string {
  if (restoredTo === null) return 'from a backup';
  const at = Date.parse(restoredTo);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  const day = localDate(at, zone);
  return day === localDate(now, zone) ? `to ${time}` : `to ${shortDate(day)}, ${time}`;
}
