import type { Output } from '#contract/calls.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** The number of cases in each state. */
export type CaseAmounts = Output<'dashboardInfo'>['data']['caseAmounts'];
/** How cases have ended. */
export type CaseEnds = NonNullable<Output<'dashboardInfo'>['data']['ends']>;

type Count = Exclude<
  keyof CaseAmounts,
  'total' | 'confirmDue' | 'lapsed' | 'due' | 'notReadyListed' | 'openQuestions' | 'wantsToTalk' | 'done' | 'closed'
>;

/** The states of cases as they are counted, in the order of a consent's life. */
const COUNTED: readonly { readonly count: Count; readonly status: CaseStatus }[] = [
  { count: 'draft', status: 'DRAFT' },
  { count: 'underReview', status: 'UNDER_REVIEW' },
  { count: 'ready', status: 'READY' },
  { count: 'sent', status: 'SENT' },
  { count: 'partiallySigned', status: 'PARTIALLY_SIGNED' },
  { count: 'signed', status: 'SIGNED' },
  { count: 'declined', status: 'DECLINED' },
  { count: 'withdrawn', status: 'WITHDRAWN' },
  { count: 'expired', status: 'EXPIRED' },
  { count: 'voided', status: 'VOIDED' },
  { count: 'superseded', status: 'SUPERSEDED' },
];

/** States that are shown where they have no case as well; the others come and go. */
const ALWAYS: ReadonlySet<Count> = new Set(['draft', 'sent', 'partiallySigned', 'signed', 'declined', 'withdrawn', 'expired']);
/** The states that the start counts above its list: what is under way. */
const UNDER_WAY: ReadonlySet<Count> = new Set(['draft', 'sent', 'partiallySigned', 'signed']);

/** The states that are counted above the list of the start, or with the figures: together all cases. */
export function countedStates(amounts: CaseAmounts, { isShort }: { readonly isShort: boolean }) {
  return COUNTED.filter(({ count }) => (isShort ? UNDER_WAY.has(count) : ALWAYS.has(count) || amounts[count] > 0));
}
