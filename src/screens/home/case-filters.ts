import type { CaseStatus, Duration } from '#domain/states.ts';

/** The number of cases in each state, from dashboard/info. */
export type CaseAmounts = Readonly<
  Record<
    | 'total'
    | 'draft'
    | 'underReview'
    | 'ready'
    | 'sent'
    | 'partiallySigned'
    | 'signed'
    | 'declined'
    | 'withdrawn'
    | 'expired'
    | 'voided'
    | 'superseded',
    number
  >
>;

export type CaseFilter = CaseStatus | 'ALL';
export type CaseChip = { readonly value: CaseFilter; readonly label: string; readonly count: number | undefined };

/** Always offered, because they are the daily work; the others only when there are such cases, or one is chosen. */
const ALWAYS: readonly CaseFilter[] = ['ALL', 'DRAFT', 'SENT', 'PARTIALLY_SIGNED', 'SIGNED'];

const CHIPS: readonly { readonly value: CaseFilter; readonly label: string; readonly of: keyof CaseAmounts }[] = [
  { value: 'ALL', label: 'All', of: 'total' },
  { value: 'DRAFT', label: 'Drafts', of: 'draft' },
  { value: 'UNDER_REVIEW', label: 'Under review', of: 'underReview' },
  { value: 'READY', label: 'Waiting to send', of: 'ready' },
  { value: 'SENT', label: 'To sign', of: 'sent' },
  { value: 'PARTIALLY_SIGNED', label: 'Partly signed', of: 'partiallySigned' },
  { value: 'SIGNED', label: 'Signed', of: 'signed' },
  { value: 'DECLINED', label: 'Declined', of: 'declined' },
  { value: 'WITHDRAWN', label: 'Withdrawn', of: 'withdrawn' },
  { value: 'EXPIRED', label: 'Time ended', of: 'expired' },
  { value: 'VOIDED', label: 'Voided', of: 'voided' },
  { value: 'SUPERSEDED', label: 'Replaced', of: 'superseded' },
];

/**
 * The filters above a list of cases, with counts once they are loaded.
 *
 * @param chosen - stays offered even if it matches nothing any more
 */
export function caseChips(amounts: CaseAmounts | undefined, chosen: CaseFilter): readonly CaseChip[] {
  return CHIPS.filter(({ value, of }) => ALWAYS.includes(value) || value === chosen || (amounts?.[of] ?? 0) > 0).map(
    ({ value, label, of }) => ({ value, label, count: amounts?.[of] }),
  );
}

/** The periods that the start offers. */
export const PERIODS = [
  { value: 'TODAY', label: 'Today' },
  { value: 'WEEK', label: 'Last 7 days' },
  { value: 'MONTH', label: 'Last 30 days' },
  { value: 'ALL', label: 'All time' },
] as const satisfies readonly { value: Duration; label: string }[];
export type Period = (typeof PERIODS)[number]['value'];
