import type { Fault } from '#domain/base/fault.ts';
import * as v from 'valibot';

/** Faults that an answer names; where it counts them, it counts all [choice]. */
export const FAULTS_MOST = 50;

// Valibot's own words quote what was sent, passwords included: every schema without a sentence of its own gets one of these.
v.setGlobalMessage((issue) => {
  if (issue.expected === 'never') return 'There is no such field';
  if (issue.received === 'undefined') return 'This is required';
  return 'This is not of the right kind';
});

/** The faults of a failed check, in the order of the fields. */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  return issues
    .slice(0, FAULTS_MOST)
    .map((issue) => ({ path: (v.getDotPath(issue) ?? '').slice(0, 200), message: issue.message }));
}
