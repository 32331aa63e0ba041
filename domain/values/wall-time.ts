import { clockTime, localDate } from './plain-date.ts';

/** The wall clock of a zone at a moment: `2026-08-06T15:05`. @param instant - ISO 8601 @param zone - IANA name */
export function wallTimeOf(instant: string, zone: string): string {
  return `${localDate(Date.parse(instant), zone)}T${clockTime(instant, zone)}`;
}

/** Earlier than any act that a form records. */
const EARLIEST = '1900';

/**
 * The moment at which the wall clock of a zone shows this time, ISO 8601 in UTC; null for an unfinished time. Of an hour that comes
 * twice it is the later one; in an hour that is skipped it is the hour after.
 *
 * @param wall - `2026-08-06T15:05`
 * @param zone - IANA name
 */
export function instantAt(wall: string, zone: string): string | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (!/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d$/.test(wall) || Number.isNaN(asUtc) || wall < EARLIEST) return null;
  const offsetAt = (moment: number) => Date.parse(`${wallTimeOf(new Date(moment).toISOString(), zone)}Z`) - moment;
  const near = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(near)).toISOString();
}
