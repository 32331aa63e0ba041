import { DAY } from '#domain/base/limits.ts';

/** Days in a month of the proleptic Gregorian calendar; `month` from 1. */
export function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** True for a day that exists, written `YYYY-MM-DD`. A plain date has no time and no zone. */
export function isPlainDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a birth date has not come yet. @param today - plain date where the organisation is, as {@link localDate} gives it */
export function isFuture(date: string, today: string): boolean {
  return date > today;
}

/** The UTC plain date of a moment. @param now - epoch ms */
export function plainDateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Midnights between two moments on the wall calendar of a time zone, negative when the second is the earlier one. @param now - epoch ms */
export function ageInDays(instant: string, now: number, zone: string): number {
  return daysBetween(localDate(Date.parse(instant), zone), localDate(now, zone));
}

/** Days from one plain date to another, negative when the second is the earlier one. */
export function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY);
}

/** The plain date that a clock on the wall shows in a time zone. @param now - epoch ms @param zone - IANA name */
export function localDate(now: number, zone: string): string {
  return formatter('en-CA', zone, DAY_FIELDS).format(now);
}

/** The calendar month of a moment in a time zone, `2026-11`. @param now - epoch ms @param zone - IANA name */
export function monthAt(now: number, zone: string): string {
  return localDate(now, zone).slice(0, 'yyyy-mm'.length);
}

const DAY_FIELDS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MINUTE_FIELDS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const ZONED_MINUTE_FIELDS = { ...MINUTE_FIELDS, timeZoneName: 'short' } as const;
const ZONED_SECOND_FIELDS = { ...ZONED_MINUTE_FIELDS, second: '2-digit' } as const;

/** Formatters by zone and fields, of which each is used with one locale: the construction of one takes longer than a whole request may. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, timeZone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone}${Object.keys(fields).join()}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...fields });
  formatters.set(key, made);
  return made;
}

/** Whole years from a birth date to another plain date; someone born on 29 February is a year older on 1 March. */
export function ageOn(birth: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4));
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** The months in English, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `1950-03-14` as `14 March 1950`. */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `1950-03-14` as `14 Mar 1950`, for lists. */
export function shortDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]?.slice(0, 3)} ${year}`;
}

/** `today`, `tomorrow`, or the date as `write` has it. @param today - plain date */
export function nearDay(day: string, today: string, write: (date: string) => string): string {
  const days = daysBetween(today, day);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : write(day);
}

/** `2026-12-03` as `3 Dec`: beside a date that has its year. */
export function dayAndMonth(date: string): string {
  return shortDate(date).slice(0, -' 2026'.length);
}

/** The time of day of a moment in the organisation's own time: `14:02`. @param instant - ISO 8601 @param zone - IANA name */
export function clockTime(instant: string, zone: string): string {
  return formatter('en-GB', zone, MINUTE_FIELDS).format(new Date(instant));
}

/**
 * A moment in the organisation's own time with the zone's name: `6 August 2026, 15:05 BST`.
 *
 * @param instant - ISO 8601, UTC
 * @param zone - IANA name, e.g. `Europe/London`
 */
export function longTime(instant: string, zone: string): string {
  return momentIn(instant, zone, ZONED_MINUTE_FIELDS);
}

/** As {@link longTime}, with seconds: `6 August 2026, 15:05:07 BST`. */
export function exactTime(instant: string, zone: string): string {
  return momentIn(instant, zone, ZONED_SECOND_FIELDS);
}

/** The parts of {@link exactTime}: `6 August 2026`, `15:05:07` and `BST`. */
export function exactParts(instant: string, zone: string): { day: string; time: string; zone: string } {
  return partsIn(instant, zone, ZONED_SECOND_FIELDS);
}

function momentIn(instant: string, zone: string, fields: Intl.DateTimeFormatOptions): string {
  const { day, time, zone: name } = partsIn(instant, zone, fields);
  return `${day}, ${time} ${name}`;
}

function partsIn(instant: string, zone: string, fields: Intl.DateTimeFormatOptions) {
  const at = new Date(instant);
  const parts = formatter('en-GB', zone, fields).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const time = ['hour', 'minute', 'second'].map(part).filter((each) => each !== '');
  return { day: longDate(localDate(at.getTime(), zone)), time: time.join(':'), zone: part('timeZoneName') };
}
