import type { MergedFrom } from '#contract/shapes/record-summary.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import type { MergedFromRow } from '#server/data/summaries/summary-columns.ts';

/** The record that a case was opened for, in the shape of the wire; null where it is the patient's own. */
export function presentMergedFrom(row: MergedFromRow | null): MergedFrom | null {
  if (row === null) return null;
  const { id, number, first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, merged_at: mergedAt } = row;
  return { id, recordID: shownNumber(number), firstName, lastName, dateOfBirth, mergedAt };
}
