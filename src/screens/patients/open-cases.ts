import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { hasEnded } from '#domain/referrals/referral.ts';
import type { CaseStatus } from '#domain/base/states.ts';

type Case = Pick<RecordSummary, 'status' | 'currentConsentID' | 'referral' | 'mergedFrom'>;

/**
 * Of the patient's own record, how many consents are drafts or out to be signed, and how many referrals without a form are open: a merge
 * ends the former and leaves the latter.
 */
export function openOf(records: readonly Case[]): { unfinished: number; referrals: number } {
  const own = records.filter(({ mergedFrom }) => mergedFrom == null);
  const isOpen = (status: CaseStatus) => mayMove(status, 'edit') || mayMove(status, 'sign');
  const hasForm = ({ currentConsentID }: Case) => currentConsentID !== null;
  return {
    unfinished: own.filter((each) => hasForm(each) && isOpen(each.status)).length,
    referrals: own.filter((each) => !hasForm(each) && each.referral != null && !hasEnded(each.referral.status)).length,
  };
}
