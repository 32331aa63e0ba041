/** The stretches of time that a list is filtered by, in the words of the wire. */
export const DURATIONS = ['TODAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL'] as const;
export type Duration = (typeof DURATIONS)[number];

/** Days of each stretch, counted back from now [choice]; none bounds all time. */
export const DURATION_DAYS: Readonly<Record<Exclude<Duration, 'ALL'>, number>> = {
  TODAY: 1,
  WEEK: 7,
  MONTH: 30,
  QUARTER: 92,
  YEAR: 365,
};

/** The stretches as filters show them. */
export const DURATION_WORDS: Readonly<Record<Duration, string>> = {
  TODAY: 'Today',
  WEEK: `Last ${DURATION_DAYS.WEEK} days`,
  MONTH: `Last ${DURATION_DAYS.MONTH} days`,
  QUARTER: 'Last 3 months',
  YEAR: `Last ${DURATION_DAYS.YEAR} days`,
  ALL: 'All time',
};
