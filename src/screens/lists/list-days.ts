import { DAY } from '#domain/base/limits.ts';
import { plainDateOf, shortDate } from '#domain/values/plain-date.ts';

/** The days that a list shows: one, or a week from it. */
export type ListDays = { readonly startDate: string; readonly endDate: string };

/** A plain date so many days later. */
export function daysLater(date: string, days: number): string {
  return plainDateOf(Date.parse(date) + days * DAY);
}

/** The days of a filter. */
export function listDays({ day, isWeek }: { readonly day: string; readonly isWeek: boolean }): ListDays {
  return { startDate: day, endDate: isWeek ? daysLater(day, 6) : day };
}

/** `Today`, `Tomorrow`, or the weekday. @param date, today - plain dates */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today';
  return date === daysLater(today, 1) ? 'Tomorrow' : weekdayOf(date);
}

/** `Tue 24 Nov 2026`. */
export function dayWords(date: string): string {
  return `${weekdayOf(date).slice(0, 3)} ${shortDate(date)}`;
}

function weekdayOf(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}
