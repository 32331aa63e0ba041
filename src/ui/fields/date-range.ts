import { isPlainDate } from '#domain/values/plain-date.ts';

/** Two plain dates, both days included; undefined on an open side. */
export type Days = { readonly from: string | undefined; readonly to: string | undefined };

/** Presets that filter a list without typing a date; `OWN` is two days of one's own. */
export const STRETCHES = [
  { value: 'ANY', label: 'Any time' },
  { value: 'TODAY', label: 'Today' },
  { value: 'WEEK', label: 'Last 7 days' },
  { value: 'MONTH', label: 'Last 30 days' },
  { value: 'YEAR', label: 'Last 365 days' },
  { value: 'OWN', label: 'Between two days…' },
] as const;
export type Stretch = (typeof STRETCHES)[number]['value'];

const BACK: Readonly<Partial<Record<Stretch, number>>> = { TODAY: 0, WEEK: 6, MONTH: 29, YEAR: 364 };

/** The days of a preset. @param today - plain date */
export function daysOf(stretch: Stretch, today: string): Days {
  const back = BACK[stretch];
  return { from: back === undefined ? undefined : daysBefore(today, back), to: undefined };
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
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
