import type { Output } from '#contract/calls.ts';
import { shortDate } from '#domain/plain-date.ts';

export type DashboardFigures = Output<'dashboardChart'>['data'];

/** The counted events with label and colour; the order is that of a consent's life. */
export const SERIES = [
  { name: 'started', label: 'Started', color: 'var(--ink-3)' },
  { name: 'sent', label: 'Made ready for signing', color: 'var(--info)' },
  { name: 'signed', label: 'Signed', color: 'var(--ok)' },
] as const;

export type FigureRow = { bucket: string; label: string; started: number; sent: number; signed: number };

/** Groups of states that the head of the figures counts; the order is that of a consent's life. */
export const TOTALS = [
  { label: 'Drafts', of: ['draft', 'underReview', 'ready'] },
  { label: 'To sign', of: ['sent', 'partiallySigned'] },
  { label: 'Signed', of: ['signed'] },
  { label: 'Declined or withdrawn', of: ['declined', 'withdrawn'] },
  { label: 'Time to sign ended', of: ['expired'] },
] as const satisfies readonly { readonly label: string; readonly of: readonly (keyof CaseAmounts)[] }[];

/** The number of cases in each state. */
export type CaseAmounts = Output<'dashboardInfo'>['data']['caseAmounts'];

/** The share of signed ones among all cases that were made ready, as `7 of 10 signed`; null where none was. */
export function signedShare({ sent, partiallySigned, signed, declined, withdrawn, expired }: CaseAmounts): string | null {
  const all = sent + partiallySigned + signed + declined + withdrawn + expired;
  return all === 0 ? null : `${signed} of ${all} that were made ready for signing are signed`;
}

/** The rows from the first one with a count on: what lies before has nothing to show. */
export function withoutEmptyStart(rows: readonly FigureRow[]): readonly FigureRow[] {
  const first = rows.findIndex(({ started, sent, signed }) => started + sent + signed > 0);
  return first <= 0 ? rows : rows.slice(first);
}

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
