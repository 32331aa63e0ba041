import type { CaseStatus } from '#domain/base/states.ts';
import type { Duration } from '#domain/base/durations.ts';

export type CaseFilter = CaseStatus | 'ALL';
/** The periods that the start offers. */
export const PERIODS = [
  { value: 'TODAY', label: 'Today' },
  { value: 'WEEK', label: 'Last 7 days' },
  { value: 'MONTH', label: 'Last 30 days' },
  { value: 'ALL', label: 'All time' },
] as const satisfies readonly { value: Duration; label: string }[];
export type Period = (typeof PERIODS)[number]['value'];
