import { DAY } from '#domain/base/limits.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';

export type Granularity = 'day' | 'week' | 'month';

/** How many bars a chart has: about a month of days, a quarter of weeks, a year of months [choice]. */
const BARS: Record<Granularity, number> = { day: 30, week: 13, month: 12 };

/** The label of the day, week (its Monday) or month to which a plain date belongs. */
function bucketOf(date: string, granularity: Granularity): string {
  if (granularity === 'month') return date.slice(0, 7);
  if (granularity === 'day') return date;
  const at = Date.parse(`${date}T00:00:00.000Z`);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return plainDateOf(at - sinceMonday * DAY);
}

/** The labels up to and with today, oldest first, and the plain date from which they count. */
export function bucketsUpTo(today: string, granularity: Granularity): { labels: string[]; from: string } {
  const labels: string[] = [];
  let date = granularity === 'month' ? `${today.slice(0, 7)}-01` : today;
  while (labels.length < BARS[granularity]) {
    labels.unshift(bucketOf(date, granularity));
    date = before(date, granularity);
  }
  const first = labels[0] ?? today;
  return { labels, from: granularity === 'month' ? `${first}-01` : first };
}

function before(date: string, granularity: Granularity): string {
  if (granularity !== 'month') return plainDateOf(Date.parse(`${date}T00:00:00.000Z`) - (granularity === 'day' ? 1 : 7) * DAY);
  const [year = 0, month = 1] = date.split('-').map(Number);
  return month === 1 ? `${year - 1}-12-01` : `${year}-${String(month - 1).padStart(2, '0')}-01`;
}
