import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { hasEnded } from '#domain/referrals/referral.ts';
import { Refused } from '#server/api-error.ts';
import { caseSummary, type CaseSummary } from '#server/data/summaries/case-summaries.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { isReferrerOnly, referralVisibility } from '#server/policies/visibility.ts';
import type { ConfirmDeps } from '#server/work/consents/confirm-state.ts';
import { presentCase } from '#server/work/consents/view.ts';
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

/** The refusal of an act on an older state of a referral, with the present one. @throws Refused NOT_FOUND as {@link presentReferral} */
export async function staleReferral(working: Pick<Working, 'db' | 'actor' | 'deps'>, recordID: string): Promise<Refused> {
  return new Refused('VERSION_CONFLICT', {
    data: { current: await presentReferral(working, recordID) },
    shows: { case: recordID },
  });
}

/**
 * A case for somebody who refers alone: of an ended referral the referral with the patient as they were called when it ended, and nothing
 * of what became of patient and case.
 */
function presentForReferrer(row: CaseSummary, at: ConfirmDeps): RecordSummary {
  if (row.referral === null || !hasEnded(row.referral.status)) return presentCase(row, at);
  const { ended, ...referral } = row.referral;
  if (ended === null) throw new Error('an ended referral without its end');
  return {
    recordID: row.id,
    caseNumber: shownCaseNumber(row.number),
    createdAt: row.created_at,
    updatedAt: ended.at,
    version: ended.version,
    status: ended.status,
    patient: ended.patient,
    mergedFrom: ended.mergedFrom,
    referral,
    currentConsentID: null,
    inForceConsentID: null,
    versions: 0,
    current: null,
    listed: null,
    operator: null,
    clinician: referral.from,
  };
}
