import { clockTime, isPlainDate, localDate } from './plain-date.ts';

/**
 * The moment at which a clock on the wall of a time zone shows this date and time; of an hour that comes twice, the first.
 *
 * @param time - `14:02`
 * @param zone - IANA name
 * @returns ISO 8601 in UTC, or null for what is no date or no time
 */
export function instantAt(date: string, time: string, zone: string): string | null {
  if (!isPlainDate(date) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  const asUtc = Date.parse(`${date}T${time}:00.000Z`);
  // The zone's distance from UTC an hour before and after: around a change of clocks they differ.
  const found = [-3_600_000, 3_600_000].map((step) => asUtc - distance(asUtc + step, zone)).toSorted((a, b) => a - b);
  const shown = found.find((each) => localDate(each, zone) === date && clockTime(new Date(each).toISOString(), zone) === time);
  return new Date(shown ?? asUtc - distance(asUtc, zone)).toISOString();
}

/** The wall clock minus UTC at a moment, ms. */
function distance(moment: number, zone: string): number {
  const wall = `${localDate(moment, zone)}T${clockTime(new Date(moment).toISOString(), zone)}:00.000Z`;
  return Date.parse(wall) - (moment - (moment % 60_000));
}
