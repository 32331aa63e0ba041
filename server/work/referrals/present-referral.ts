import type { RecordSummary } from '#contract/record-summary.ts';
import { Refused } from '#server/api-error.ts';
import { caseSummary, type CaseSummary } from '#server/data/consents/case-summaries.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { isReferrerOnly, referralVisibility } from '#server/policies/visibility.ts';
import { presentCase, presentForReferrer } from '#server/work/consents/view.ts';
import type { Working } from './referral-case.ts';

/** A referred case with all that this reader may see of it. */
export function presentReferred(row: CaseSummary, { actor, deps }: { actor: StaffActor; deps: Working['deps'] }): RecordSummary {
  return isReferrerOnly(actor) ? presentForReferrer(row, deps) : presentCase(row, deps);
}

/** As {@link presentReferred}, by the case. @throws Refused NOT_FOUND for one that nobody referred, or not to be seen */
export async function presentReferral(working: Pick<Working, 'db' | 'actor' | 'deps'>, recordID: string): Promise<RecordSummary> {
  const row = await caseSummary(working.db, referralVisibility(working.actor), recordID);
  if (row?.referral == null) throw new Refused('NOT_FOUND');
  return presentReferred(row, working);
}
