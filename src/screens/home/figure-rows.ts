import type { Output } from '#contract/calls.ts';
import { shortDate } from '#domain/plain-date.ts';

export type DashboardFigures = Output<'dashboardChart'>['data'];

/** The counted events with label and colour; the order is that of a consent's life. */
export const SERIES = [
  { name: 'started', label: 'Started', color: 'var(--ink-3)' },
  { name: 'sent', label: 'Made ready', color: 'var(--info)' },
  { name: 'signed', label: 'Signed', color: 'var(--ok)' },
] as const;

export type FigureRow = { bucket: string; label: string; started: number; sent: number; signed: number };

/** One row for each day, week or month, oldest first. */
export function figureRows({ labels, series }: DashboardFigures): FigureRow[] {
  const valueAt = (key: 'started' | 'sent' | 'signed', at: number) => series.find((each) => each.key === key)?.values[at] ?? 0;
  return labels.map((bucket, at) => ({
    bucket,
    label: bucketWords(bucket).replace(/ \d{4}$/, ''),
    started: valueAt('started', at),
    sent: valueAt('sent', at),
    signed: valueAt('signed', at),
  }));
}

/** `2026-11-21` as `21 Nov 2026`, `2026-11` as `Nov 2026`. */
export function bucketWords(bucket: string): string {
  return bucket.length === 7 ? shortDate(`${bucket}-01`).replace(/^\d+ /, '') : shortDate(bucket);
}
