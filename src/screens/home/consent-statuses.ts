import { CASE_STATUSES } from '#domain/base/states.ts';
import { CASE_STATUS_WORDS } from '#domain/cases/state-words.ts';
import type { CaseFilter } from './case-filters.ts';

/** The states that a list of versions can be narrowed to. */
export const CONSENT_STATUSES: readonly { readonly value: CaseFilter; readonly label: string }[] = [
  { value: 'ALL', label: 'Any state' },
  ...CASE_STATUSES.map((value) => ({ value, label: CASE_STATUS_WORDS[value] })),
  { value: 'ENDED', label: 'Ended' },
];

/** Parses a state of the picker; any unknown value is all of them. */
export function consentStatus(value: string): CaseFilter {
  return CONSENT_STATUSES.find((each) => each.value === value)?.value ?? 'ALL';
}

/** A state as the picker names it. */
export function statusLabel(status: CaseFilter): string {
  return CONSENT_STATUSES.find(({ value }) => value === status)?.label ?? status;
}
