import { isPlainDate } from '#domain/values/plain-date.ts';
import { DAY } from '#domain/base/limits.ts';
import { DURATION_DAYS, DURATION_WORDS } from '#domain/base/durations.ts';

/** Two plain dates, both days included; undefined on an open side. */
export type Days = { readonly from: string | undefined; readonly to: string | undefined };

/** Presets that filter a list without typing a date; `OWN` is two days of one's own. */
export const STRETCHES = [
  { value: 'ANY', label: 'Any time' },
  { value: 'TODAY', label: DURATION_WORDS.TODAY },
  { value: 'WEEK', label: DURATION_WORDS.WEEK },
  { value: 'MONTH', label: DURATION_WORDS.MONTH },
  { value: 'YEAR', label: DURATION_WORDS.YEAR },
  { value: 'OWN', label: 'Between two days…' },
] as const;
export type Stretch = (typeof STRETCHES)[number]['value'];

/** The days of a preset. @param today - plain date */
export function daysOf(stretch: Stretch, today: string): Days {
  if (stretch === 'ANY' || stretch === 'OWN') return { from: undefined, to: undefined };
  // Today is one of the days.
  return { from: daysBefore(today, DURATION_DAYS[stretch] - 1), to: undefined };
}

/** The preset that these days match, `OWN` for any others. @param today - plain date */
export function stretchOf({ from, to }: Days, today: string): Stretch {
  return STRETCHES.find(({ value }) => value !== 'OWN' && to === undefined && daysOf(value, today).from === from)?.value ?? 'OWN';
}

/** Problem of a typed day; undefined while it is empty. */
export function dayProblem(typed: string): string | undefined {
  return typed === '' || isPlainDate(typed) ? undefined : 'This must be a real date';
}

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
}
