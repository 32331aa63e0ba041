import type { CaseStatus } from '#domain/base/states.ts';
import { DURATION_WORDS } from '#domain/base/durations.ts';

export type CaseFilter = CaseStatus | 'ALL' | 'ENDED';
/** The periods that the start offers. */
export const CASE_PERIODS = [
  { value: 'TODAY', label: DURATION_WORDS.TODAY },
  { value: 'WEEK', label: DURATION_WORDS.WEEK },
  { value: 'MONTH', label: DURATION_WORDS.MONTH },
  { value: 'ALL', label: DURATION_WORDS.ALL },
] as const;
export type CasePeriod = (typeof CASE_PERIODS)[number]['value'];
