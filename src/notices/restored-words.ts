import { localDate, shortDate } from '#domain/values/plain-date.ts';

/**
 * The news that the server was restored from a backup.
 *
 * @param restoredTo - the time of the last call that the backup has, ISO; null when it is not known
 * @param when - now in epoch ms, and the IANA name of the zone
 */
export function restoredWords(
  restoredTo: string | null,
  { now, zone = 'Europe/London' }: { readonly now: number; readonly zone?: string | undefined },
): string {
  return `The server was restored ${toWords(restoredTo, now, zone)}. This tablet is sending again what it had sent.`;
}

function toWords(restoredTo: string | null, now: number, zone: string): string {
  if (restoredTo === null) return 'from a backup';
  const at = Date.parse(restoredTo);
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  const day = localDate(at, zone);
  return day === localDate(now, zone) ? `to ${time}` : `to ${shortDate(day)}, ${time}`;
}
