import type { Output } from '#contract/calls.ts';
import type { FigureSeries } from '#domain/exports/figures.ts';
import { shortDate } from '#domain/values/plain-date.ts';

export type DashboardFigures = Output<'dashboardChart'>['data'];

type Series = { readonly name: FigureSeries; readonly label: string; readonly color: string };

/** A chart: its heading, what it says, and its series in the order of a consent's life. */
export type FigureChart = { readonly title: string; readonly about: string; readonly series: readonly Series[] };

/** The charts of the dashboard. Each has at most three series, so that no two colours look alike. */
export const CHARTS: readonly FigureChart[] = [
  {
    title: 'Started and signed',
    about: 'Consents started, made ready for signing, and signed by everybody.',
    series: [
      { name: 'started', label: 'Started', color: 'var(--ink-3)' },
      { name: 'sent', label: 'Made ready for signing', color: 'var(--info)' },
      { name: 'signed', label: 'Signed', color: 'var(--ok)' },
    ],
  },
  {
    title: 'How they were signed',
    about:
      'Of the signed consents: by a link away from the ward, before the day of the operation, and to be confirmed on the day now.',
    series: [
      { name: 'remote', label: 'By a link', color: 'var(--info)' },
      { name: 'inAdvance', label: 'In advance', color: 'var(--ok)' },
      { name: 'confirmDue', label: 'To confirm on the day', color: 'var(--warn)' },
    ],
  },
  {
    title: 'Withdrawn',
    about: 'Signed consents that a patient or parent took back.',
    series: [{ name: 'withdrawn', label: 'Withdrawn', color: 'var(--stop)' }],
  },
  {
    title: 'Days until signed',
    about: 'The median of the days between sending a form and its last signature.',
    series: [{ name: 'medianDays', label: 'Median days', color: 'var(--brand)' }],
  },
];

/** One day, week or month; a series is null where there is nothing to take the median of. */
export type FigureRow = { readonly bucket: string; readonly label: string } & Readonly<Record<FigureSeries, number | null>>;

/** One row for each day, week or month, oldest first. */
export function figureRows({ labels, series }: DashboardFigures): FigureRow[] {
  return labels.map((bucket, at) => {
    const values = Object.fromEntries(series.map(({ key, values: each }) => [key, each[at] ?? null]));
    // The answer has every series: its schema names them.
    return { ...(values as Record<FigureSeries, number | null>), bucket, label: bucketWords(bucket).replace(/ \d{4}$/, '') };
  });
}

/** The rows of a chart from the first one with a count on: what lies before has nothing to show. */
export function withoutEmptyStart(rows: readonly FigureRow[], { series }: FigureChart): readonly FigureRow[] {
  const first = rows.findIndex((row) => series.some(({ name }) => (row[name] ?? 0) > 0));
  return first <= 0 ? rows : rows.slice(first);
}

/** Whether a chart has nothing to show. */
export function isEmptyChart(rows: readonly FigureRow[], { series }: FigureChart): boolean {
  return rows.every((row) => series.every(({ name }) => (name === 'medianDays' ? row[name] === null : row[name] === 0)));
}

/** The count of a series over all rows; null for a median, which has no sum. */
export function sumOf(rows: readonly FigureRow[], name: FigureSeries): number | null {
  return name === 'medianDays' ? null : rows.reduce((sum, row) => sum + (row[name] ?? 0), 0);
}

/** `2026-11-21` as `21 Nov 2026`, `2026-11` as `Nov 2026`. */
export function bucketWords(bucket: string): string {
  return bucket.length === 7 ? shortDate(`${bucket}-01`).replace(/^\d+ /, '') : shortDate(bucket);
}
