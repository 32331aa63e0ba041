import type { TimelineEventType } from './timeline.ts';

/** The authors of events: a signer of the form, a member of staff, the product itself. */
export type EventActor = 'signer' | 'staff' | 'system';

/**
 * The possible authors of each type of event: an event by anybody else is not written, and a type without a row does not compile.
 *
 * Of a few there are two. A change of mind, a no and a wish for time are a signer's where the signer is known, and staff's where a sheet
 * brought back from the ward does not tell who it was, or a child who said no is not on the form; an adult's no is noted by the product, and
 * by a clinician who records what became of it; a form, a link or a scan also ends because something else happened.
 */
export const EVENT_ACTORS = {
  CASE_CREATED: ['staff'],
  CONSENT_CREATED: ['staff'],
  CONSENT_IMPORTED: ['staff'],
  CONSENT_UPDATED: ['staff'],
  CONSENT_COMPLETED: ['staff'],
  CONSENT_SENT: ['staff'],
  SIGNER_INVITED: ['staff'],
  HANDOVER_STARTED: ['staff'],
  HANDOVER_ENDED: ['staff'],
  LINK_SENT: ['staff', 'system'],
  LINK_OPENED: ['signer'],
  LINK_VERIFIED: ['signer'],
  // Wrong answers show nobody to be the signer.
  LINK_LOCKED: ['system'],
  LINK_ENDED: ['staff', 'system'],
  REMINDED: ['system'],
  NOT_REACHED: ['system'],
  EXPIRED: ['system'],
  RESUMED: ['staff'],
  IDENTITY_CONFIRMED: ['signer'],
  IDENTITY_REFUSED: ['signer'],
  FORM_OPENED: ['signer'],
  ANSWERS_GIVEN: ['signer'],
  UNDERSTANDING_CHECKED: ['signer'],
  QUESTION_ASKED: ['signer'],
  QUESTION_ANSWERED: ['staff'],
  MORE_TIME: ['signer', 'staff'],
  SIGNED: ['signer'],
  SIGNATURE_REFUSED: ['signer'],
  ANSWERS_REFUSED: ['signer'],
  SCAN_UPLOADED: ['staff'],
  SCAN_DISCARDED: ['staff', 'system'],
  SCAN_CONFIRMED: ['staff'],
  PAPER_REPORTED: ['staff'],
  ALL_SIGNED: ['system'],
  SEALED: ['system'],
  STAMPED: ['system'],
  ARCHIVED: ['system'],
  COPY_MADE: ['system'],
  COPY_PRINTED: ['staff'],
  COPY_NOT_WANTED: ['staff'],
  SEAL_FAILED: ['system'],
  DOWNLOADED: ['staff'],
  CONFIRMED: ['staff'],
  NOT_CONFIRMED: ['staff'],
  CONFIRMATION_SEALED: ['system'],
  OUTCOME_SEALED: ['system'],
  REFUSAL_SEALED: ['system'],
  SCAN_SEALED: ['system'],
  DECLINED: ['signer', 'staff'],
  CHILD_SAID_NO: ['signer', 'staff'],
  FAMILY_RECORDED: ['staff'],
  GILLICK_ASSESSED: ['staff'],
  DISAGREEMENT_NOTED: ['staff', 'system'],
  DISAGREEMENT_SETTLED: ['staff'],
  CAPACITY_ASSESSED: ['staff'],
  AUTHORITY_CHECKED: ['staff'],
  CONSULTED: ['staff'],
  IMCA_INSTRUCTED: ['staff'],
  SECOND_OPINION_GIVEN: ['staff'],
  INTERPRETER_CONFIRMED: ['signer'],
  WITHDRAWN: ['signer', 'staff'],
  OPERATION_DONE: ['staff'],
  CASE_CLOSED: ['staff'],
  END_UNDONE: ['staff'],
  WITHDRAWN_AFTER: ['signer', 'staff'],
  WITHDRAWN_AFTER_SETTLED: ['staff'],
  NOTE_WRITTEN: ['signer'],
  NOTE_SETTLED: ['staff'],
  RECALLED: ['staff'],
  REOPENED: ['staff'],
  RECONSENTED: ['staff'],
  SUPERSEDED: ['system'],
  VOIDED: ['staff', 'system'],
  DELETED: ['staff'],
  DRAFT_DISCARDED: ['staff'],
  PATIENT_CHANGED: ['staff'],
  IDENTITY_CHANGE_ACCEPTED: ['staff'],
  // Of a signer: an answer to what the form left open, after their signature.
  TALKED: ['signer', 'staff'],
  BOTH_MEANT: ['staff'],
  PATIENT_MERGED: ['staff'],
  PATIENT_UNMERGED: ['staff'],
  CONTACT_HIDDEN: ['staff'],
  CONTACT_SHOWN: ['staff'],
  CASE_MOVED: ['staff'],
  CASE_UPDATED: ['staff'],
  REFERRAL_DRAFTED: ['staff'],
  REFERRED: ['staff'],
  REFERRAL_ACCEPTED: ['staff'],
  REFERRAL_QUESTIONED: ['staff'],
  REFERRAL_REJECTED: ['staff'],
  REFERRAL_CLOSED: ['staff'],
  REFERRAL_FILE_ADDED: ['staff'],
  LISTED: ['staff'],
  UNLISTED: ['staff'],
  OPERATOR_CHANGED: ['staff'],
} as const satisfies Readonly<Record<TimelineEventType, readonly EventActor[]>>;

/** The types of events that one kind of author may write. */
export type EventTypeOf<A extends EventActor> = {
  [T in TimelineEventType]: A extends (typeof EVENT_ACTORS)[T][number] ? T : never;
}[TimelineEventType];

/** Whether an event of this type, which a stored chain may hold as any word, may be a signer's. */
export function mayBeSigners(type: string): boolean {
  return Object.entries(EVENT_ACTORS).some(([each, actors]) => each === type && actors.some((actor) => actor === 'signer'));
}
