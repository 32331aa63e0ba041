/** The stretches of time that a list is filtered by, in the words of the wire. */
export const DURATIONS = ['TODAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL'] as const;
export type Duration = (typeof DURATIONS)[number];
