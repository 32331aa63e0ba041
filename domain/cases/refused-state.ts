import { FAILURES } from '#domain/base/messages.ts';
import { dayAndMonth } from '#domain/values/plain-date.ts';

/**
 * The states that stand in the way of an act, each with what to do: every refusal of an act that cannot be done now says one. `{on}` is
 * the day since when it is so, where that is known. A closed catalogue like that of the failures, without a word of a patient.
 */
const BLOCKED_BY = {
  CONSENT_DRAFT: 'This form is a draft. Complete it and make it ready for signing first.',
  CONSENT_UNDER_REVIEW: 'This referral was not answered yet. Answer it first.',
  CONSENT_READY: 'This form is being sent. Please try again in a moment.',
  CONSENT_SENT: 'This form is out, and nobody has signed it. Have it signed, or change it.',
  CONSENT_PARTIALLY_SIGNED: 'Not everybody has signed this form. Have it signed, or change it.',
  CONSENT_SIGNED: 'This form was signed{on}. Start a new version to change anything.',
  CONSENT_DECLINED: 'This form was declined{on}. Start a new version.',
  CONSENT_WITHDRAWN: 'This form was withdrawn{on}. Start a new version.',
  CONSENT_EXPIRED: 'The time to sign this form has ended. Send it again, or start a new version.',
  CONSENT_VOIDED: 'This form was recorded in error. Start another form.',
  CONSENT_SUPERSEDED: 'A newer signed version has replaced this form. Open that one.',
  CONSENT_REPLACED: 'There is a newer version of this form. Open that one.',
  CONSENT_LAPSED: 'This consent has lapsed. Talk it through again, and start a new version.',
  CONSENT_NOT_IN_FORCE: 'This form is not in force. Open the version that is.',
  CONSENT_OF_NEWER_BUILD: 'A newer version of this product has made this form. Please update the app.',
  CASE_HAS_FORM: 'This case has a form already. Open it, and start a new version of it.',
  CASE_WITHOUT_FORM: 'This case has no form yet. Write the first one.',
  OPERATION_DONE: 'The operation of this case was recorded as done. Undo that first.',
  CASE_NOT_ENDED: 'This case has not ended. Reload the page to see what has changed.',
  NOTHING_TO_SETTLE: 'Nothing is open here any more. Reload the page to see what was recorded.',
  REPORT_CLOSED: 'This report was closed with an answer. Reload the page to read it.',
  NOT_ON_A_LIST: 'This case is on no list for that day any more. Reload the page to see where it is listed.',
  ANSWERS_DO_NOT_CONFIRM: 'These answers confirm nothing. Talk it through again with a new version, or withdraw the consent.',
  OPERATOR_CHANGED: 'Another clinician was named after these questions were asked. Ask them again.',
  SIGNER_DECLINED: 'This person has said no. Talk with them, or change the form.',
  SIGNER_NOT_ON_FORM: 'This person does not sign this form any more. Open the form again.',
  SIGNER_FOUND_FAULT: 'This person said that their details are wrong. Check who this is, and correct the form.',
  ANSWER_SETTLED: 'This answer was signed with the form. To change it, change the form and have it signed again.',
  OPEN_POINT_ANSWERED: 'Something that this form left open was answered since. Look at the answer, then sign.',
  CLINICIAN_HAS_SIGNED:
    'The clinician has signed this form since. Talk with the person who signs, and record it or start a new version.',
  SIGNER_HAS_AGED:
    'The patient has had a birthday since the form was made ready for signing, and other rules hold. Change the form.',
  HANDOVER_ENDED: 'This handover has ended. Hand over the tablet again.',
  QUESTION_ANSWERED: 'This question has an answer already. Open the form again to read it.',
  NOBODY_DISAGREES: 'No adult disagrees over this form. There is nothing to record.',
  SCAN_CHECKED: 'Signatures rest on this scan, so it stays. Record the form in error if it is wrong.',
  SCAN_OF_OTHER_FORM: 'This scan belongs to another form too. Upload the right one.',
  NO_DOCUMENT: 'There is no such document of this form now. Open the form to see which there are.',
  PROCEDURE_DRAFT: 'This procedure is a draft. Send it for review first.',
  PROCEDURE_UNDER_REVIEW: 'This procedure is under review. Take it back to draft to change it.',
  PROCEDURE_ACTIVE: 'This procedure is in use. Edit it, and a draft of the next version begins.',
  PROCEDURE_RETIRED: 'This procedure is out of use. Take it back to draft first.',
  PROCEDURE_NOT_THERE: 'This version of the procedure is not the one in use or the newest. Open the procedure again.',
  TEXT_NOT_TRANSLATED: 'This translation is of a text that has changed since. Translate it again first.',
  PATIENT_STATUS: 'The record cannot go from its present state to that one. Reload it to see its state.',
  REFERRAL_DRAFT: 'This referral is not sent yet. Send it first.',
  REFERRAL_UNDER_REVIEW: 'This referral waits for an answer. Answer it, or wait for the answer.',
  REFERRAL_ACCEPTED: 'This referral was accepted. Go on with its form.',
  REFERRAL_MORE_INFO: 'This referral waits for more information. Reply to the question first.',
  REFERRAL_REJECTED: 'This referral was rejected. Send a new one.',
  REFERRAL_CLOSED: 'This referral is closed. Send a new one.',
  ACCOUNT_STATUS: 'This account is in another state by now. Reload the page to see which.',
  REGISTRATION_STEP: 'An earlier step of the registration is still open. Finish it first.',
  ROLE_OF_EVERYBODY: 'Every organisation has this role, so it stays. Take its permissions away, or give people another role.',
  HOLD_LIFT_ASKED: 'Somebody has asked to lift this hold already. Another person approves it now.',
  DELETION_CONFIRMED: 'Somebody has confirmed this deletion already. Another person approves it now.',
  DELETION_APPROVED:
    'Two people have decided on this deletion, and it follows after the wait. An administrator can still keep the record.',
} as const;

const ASKS_TO_RELOAD: ReadonlySet<string> = new Set([
  FAILURES.MOVE_REFUSED.message,
  ...Object.values(BLOCKED_BY).filter((each) => /\breload\b/i.test(each)),
]);

/** Whether a sentence of a refusal says to reload the page: the general one, and those of states that a page shows anew. */
export function asksToReload(message: string): boolean {
  return ASKS_TO_RELOAD.has(message);
}

/** A state that stands in the way, by its key. */
export type BlockedState = keyof typeof BLOCKED_BY;

/** A state that stands in the way, with its sentence. */
export type BlockedBy = { readonly state: BlockedState; readonly message: string };

/** The state that stands in the way of an act, in words. @param day - plain date since when it is so, where that is known */
export function refusedState(state: BlockedState, day?: string): BlockedBy {
  return { state, message: BLOCKED_BY[state].replace('{on}', day === undefined ? '' : ` on ${dayAndMonth(day)}`) };
}
