import { mayStartConsent } from '#domain/patients/patient-status.ts';
import { hasEnded, type ReferralSide, type ReferralStatus } from './referral.ts';
import { PATIENT_STATUSES, type CaseStatus } from '#domain/base/states.ts';

type Case = {
  readonly status: CaseStatus;
  readonly currentConsentID: string | null;
  readonly patient: { readonly status: string };
};
type Referral = { readonly status: ReferralStatus };

/** Whether the first form of a referred case may be written now: it was accepted, also if the referral is closed since. */
export function takesFirstForm({ status, currentConsentID, patient }: Case): boolean {
  const known = PATIENT_STATUSES.find((each) => each === patient.status);
  return currentConsentID === null && status === 'DRAFT' && known !== undefined && mayStartConsent(known);
}

/** Whether a person on these sides sees patient and case of a referral: its referrer until the end. */
export function seesCase(referral: Referral, sides: readonly ReferralSide[]): boolean {
  return !hasEnded(referral.status) || !sides.includes('REFERRER') || sides.includes('ADDRESSEE');
}

/** Why a referred case has no form, and whether one comes. */
export function noFormWords(record: Case & { readonly referral?: Referral | null | undefined }): string {
  if (takesFirstForm(record)) return 'The referral was accepted, and nobody has written the first form yet.';
  switch (record.referral?.status) {
    case 'DRAFT':
      return 'The referral is not sent yet. The first form is written once it is accepted.';
    case 'UNDER_REVIEW':
    case 'MORE_INFO':
      return 'This patient was referred. The first form is written once the referral is accepted.';
    case 'REJECTED':
      return 'The referral was rejected, so no form follows.';
    case 'CLOSED':
      return 'The referral is closed, so no form follows.';
    case 'ACCEPTED':
      return 'The referral was accepted, but the patient’s record takes no new consent.';
    default:
      return 'Nobody has written a form for this case.';
  }
}

/** The effect of a merge of the patient’s record on a referred case, in words. */
export function mergedReferralWords(record: Case): string {
  if (record.currentConsentID !== null)
    return 'The patient was referred under another record of the same person, for which the consent was made as well.';
  const before = 'The patient was referred under another record of the same person.';
  return record.status === 'VOIDED' ? before : `${before} The first form is written for this record, and the case goes with it.`;
}
