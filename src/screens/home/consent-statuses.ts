import type { CaseFilter } from './case-filters.ts';

/** The states that a list of versions can be narrowed to. */
export const CONSENT_STATUSES = [
  { value: 'ALL', label: 'Any state' },
  { value: 'DRAFT', label: 'Drafts' },
  { value: 'UNDER_REVIEW', label: 'Under review' },
  { value: 'READY', label: 'Waiting to send' },
  { value: 'SENT', label: 'To sign' },
  { value: 'PARTIALLY_SIGNED', label: 'Partly signed' },
  { value: 'SIGNED', label: 'Signed' },
  { value: 'DECLINED', label: 'Declined' },
  { value: 'WITHDRAWN', label: 'Withdrawn' },
  { value: 'EXPIRED', label: 'Time to sign ended' },
  { value: 'VOIDED', label: 'Recorded in error' },
  { value: 'SUPERSEDED', label: 'Replaced' },
] as const satisfies readonly { value: CaseFilter; label: string }[];

/** Parses a state of the picker; any unknown value is all of them. */
export function consentStatus(value: string): CaseFilter {
  return CONSENT_STATUSES.find((each) => each.value === value)?.value ?? 'ALL';
}

/** A state as the picker names it. */
export function statusLabel(status: CaseFilter): string {
  return CONSENT_STATUSES.find(({ value }) => value === status)?.label ?? status;
}
