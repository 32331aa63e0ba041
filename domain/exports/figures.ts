import { plainDateOf } from '#domain/values/plain-date.ts';
import { DAY } from '#domain/base/limits.ts';
import type { Granularity } from './buckets.ts';

/**
 * The moments of a consent that are counted, version by version: started, made ready for signing, signed; of the signed ones those that
 * a patient or parent signed by a link, those signed before the day that the case is listed for, and those that are to be confirmed on
 * the day now; withdrawn. Imported consents are in none of them.
 */
export const CONSENT_FIGURES = ['STARTED', 'SENT', 'SIGNED', 'REMOTE', 'IN_ADVANCE', 'CONFIRM_DUE', 'WITHDRAWN'] as const;
export type ConsentFigure = (typeof CONSENT_FIGURES)[number];

/** The series of the chart: a count of each figure, and the median of the days between sending and the last signature. */
export const FIGURE_SERIES = [
  'started',
  'sent',
  'signed',
  'remote',
  'inAdvance',
  'withdrawn',
  'medianDays',
  'confirmDue',
] as const;
export type FigureSeries = (typeof FIGURE_SERIES)[number];

/** The consents that a series counts, or of which it takes the median. */
export const FIGURE_OF: Readonly<Record<FigureSeries, ConsentFigure>> = {
  started: 'STARTED',
  sent: 'SENT',
  signed: 'SIGNED',
  remote: 'REMOTE',
  inAdvance: 'IN_ADVANCE',
  withdrawn: 'WITHDRAWN',
  medianDays: 'SIGNED',
  confirmDue: 'CONFIRM_DUE',
};

/** The first and the last day of a bucket, plain dates. @param label - as `bucketOf` names it */
export function daysOfBucket(label: string, granularity: Granularity): { readonly from: string; readonly to: string } {
  if (granularity === 'day') return { from: label, to: label };
  if (granularity === 'week') return { from: label, to: plainDateOf(Date.parse(label) + 6 * DAY) };
  const [year = 0, month = 1] = label.split('-').map(Number);
  // Day 0 of the next month is the last of this one.
  return { from: `${label}-01`, to: plainDateOf(Date.UTC(year, month, 0)) };
}
