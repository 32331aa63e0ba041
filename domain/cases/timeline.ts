import * as v from 'valibot';
import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import { ENDED_BY_NEWER } from './state-words.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { LINK_TRIES } from '#domain/base/link-limits.ts';

/** The types of timeline events, and their words. */
export const TIMELINE_EVENTS = {
  CASE_CREATED: 'Case opened',
  CONSENT_CREATED: 'Consent started',
  CONSENT_IMPORTED: 'Imported from a file',
  CONSENT_UPDATED: 'Consent edited',
  CONSENT_COMPLETED: 'Form complete',
  CONSENT_SENT: 'Made ready for signing',
  SIGNER_INVITED: 'Added to the signers',
  HANDOVER_STARTED: 'Tablet handed over',
  HANDOVER_ENDED: 'Tablet taken back',
  LINK_SENT: 'Link sent',
  LINK_OPENED: 'Link opened',
  LINK_VERIFIED: 'Showed who they are, by link',
  LINK_LOCKED: `Link locked after ${numberWord(LINK_TRIES)} wrong answers`,
  LINK_ENDED: 'Link ended',
  REMINDED: 'Reminder sent',
  NOT_REACHED: 'Could not be reached',
  EXPIRED: 'The time to sign has ended',
  RESUMED: 'Opened again for signing',
  IDENTITY_CONFIRMED: 'Confirmed who they are',
  IDENTITY_REFUSED: 'Said that the details are wrong',
  FORM_OPENED: 'Form opened by the signer',
  ANSWERS_GIVEN: 'Gave answers',
  UNDERSTANDING_CHECKED: 'Questions about the form answered',
  QUESTION_ASKED: 'Question asked',
  QUESTION_ANSWERED: 'Question answered',
  MORE_TIME: 'Asked for more time',
  SIGNED: 'Signed',
  SIGNATURE_REFUSED: 'Signature refused, and stored as evidence',
  ANSWERS_REFUSED: 'Answers after the signature refused, and stored as evidence',
  SCAN_UPLOADED: 'Scan of the paper form uploaded',
  SCAN_DISCARDED: 'Scan of the paper form discarded',
  SCAN_CONFIRMED: 'Scan of the paper form checked',
  PAPER_REPORTED: 'Brought back from the sheet',
  ALL_SIGNED: 'All signatures given',
  SEALED: 'Document sealed',
  STAMPED: 'Time stamp received',
  ARCHIVED: 'Archival time stamp added',
  COPY_MADE: 'Viewing copy made',
  COPY_PRINTED: 'Copy given on paper',
  COPY_NOT_WANTED: 'No copy wanted',
  SEAL_FAILED: 'Document could not be sealed yet',
  DOWNLOADED: 'Document downloaded',
  CONFIRMED: 'Confirmed on the day',
  NOT_CONFIRMED: 'Not confirmed on the day',
  CONFIRMATION_SEALED: 'Confirmation sealed',
  OUTCOME_SEALED: 'Outcome sealed',
  REFUSAL_SEALED: 'Refusal sealed',
  SCAN_SEALED: 'Checked scan sealed',
  DECLINED: 'Did not agree',
  CHILD_SAID_NO: 'The child said no',
  FAMILY_RECORDED: 'Family recorded',
  GILLICK_ASSESSED: 'Child assessed',
  DISAGREEMENT_NOTED: 'Disagreement noted',
  DISAGREEMENT_SETTLED: 'Disagreement settled',
  CAPACITY_ASSESSED: 'Capacity assessed',
  AUTHORITY_CHECKED: 'Attorney, deputy and advance decision checked',
  CONSULTED: 'People consulted',
  IMCA_INSTRUCTED: 'Advocate instructed',
  SECOND_OPINION_GIVEN: 'Second opinion given',
  INTERPRETER_CONFIRMED: 'Said who they are',
  WITHDRAWN: 'Consent withdrawn',
  OPERATION_DONE: 'Recorded as done',
  CASE_CLOSED: 'Closed: not going ahead',
  END_UNDONE: 'End of the case undone',
  WITHDRAWN_AFTER: 'Taken back after the operation',
  WITHDRAWN_AFTER_SETTLED: 'Settled whether it was done',
  NOTE_WRITTEN: 'Added a note',
  NOTE_SETTLED: 'Talked about a note',
  RECALLED: 'Form opened to change it',
  REOPENED: 'Reopened as a new version',
  RECONSENTED: 'New version for consent again',
  SUPERSEDED: 'Replaced by a newer signed version',
  VOIDED: 'Recorded in error',
  DELETED: 'Draft deleted',
  DRAFT_DISCARDED: 'Draft of a new version deleted',
  PATIENT_CHANGED: 'Patient’s details changed in the record',
  IDENTITY_CHANGE_ACCEPTED: 'Same person, details changed',
  TALKED: 'Talked about it',
  BOTH_MEANT: 'Two consents for one day: both are meant',
  PATIENT_MERGED: 'Patient’s record merged into another',
  PATIENT_UNMERGED: 'Merge of the patient’s record undone',
  CONTACT_HIDDEN: 'Address, telephone and email hidden',
  CONTACT_SHOWN: 'Address, telephone and email no longer hidden',
  CASE_MOVED: 'Case moved to the patient’s record in use',
  CASE_UPDATED: 'Case details changed',
  REFERRAL_DRAFTED: 'Referral started',
  REFERRED: 'Referred',
  REFERRAL_ACCEPTED: 'Referral accepted',
  REFERRAL_QUESTIONED: 'More information asked for',
  REFERRAL_REJECTED: 'Referral rejected',
  REFERRAL_CLOSED: 'Referral closed',
  REFERRAL_FILE_ADDED: 'File attached to the referral',
  LISTED: 'Listed for surgery',
  UNLISTED: 'Taken off the surgery list',
  OPERATOR_CHANGED: 'Another clinician operates',
} as const;
export type TimelineEventType = keyof typeof TIMELINE_EVENTS;

/** The way of a talk that ended with a signed answer of the person themselves, and the words of its event. */
export const ANSWERED_BY_SIGNER = 'Answered and signed by the signer';
const ANSWERED_AGAIN = 'Answered what was left open, after signing';

/** An event in words, which name no role: that of its author stands beside them. Of an unknown type its type. */
export function eventWords({ type, detail }: Pick<TimelineEvent, 'type' | 'detail'>): string {
  if (isEndedByNewer({ type, detail })) return ENDED_BY_NEWER;
  if (type === 'TALKED' && detail['way'] === ANSWERED_BY_SIGNER) return ANSWERED_AGAIN;
  return type in TIMELINE_EVENTS ? TIMELINE_EVENTS[type as TimelineEventType] : type;
}

/** Whether an event is one of these hidden versions: of such a version it is told only that it was recorded in error. */
export function isHiddenEvent(
  { versionId, type }: Pick<TimelineEvent, 'versionId' | 'type'>,
  hidden: ReadonlySet<string>,
): boolean {
  return versionId !== null && hidden.has(versionId) && type !== 'VOIDED';
}

/** Whether a version has ended because a newer one was signed: nobody recorded it in error. */
export function isEndedByNewer({ type, detail }: Pick<TimelineEvent, 'type' | 'detail'>): boolean {
  return type === 'VOIDED' && detail['by'] !== undefined;
}

/** The member of an event that ends a form with a no which says that its paper follows. */
export const REFUSAL_FOLLOWS = 'refusalFollows';

/** Whether the paper of a no follows its event: a build before made none. */
export function isRefusalToFollow({ type, detail }: Pick<TimelineEvent, 'type' | 'detail'>): boolean {
  return type === 'DECLINED' && detail[REFUSAL_FOLLOWS] === true;
}

/** The member of the event of the last signature which says that the pages of a paper form are to be sealed. */
export const SCAN_FOLLOWS = 'scanFollows';

/** Whether a checked scan follows the last signature: a build before made none. */
export function isScanToFollow({ type, detail }: Pick<TimelineEvent, 'type' | 'detail'>): boolean {
  return type === 'ALL_SIGNED' && detail[SCAN_FOLLOWS] === true;
}

/** The member of an event that ends a case, or undoes its end, which names the version in force after it; null without one. */
export const IN_FORCE_AFTER = 'inForce';
/** The member of the event of the last signature which says that the case stays closed: the form is in force only once that is undone. */
export const STAYS_CLOSED = 'isClosed';
/** The member of a withdrawal which says when it was made, where that was before its event: it followed an operation that was not done. */
export const WITHDRAWN_AT = 'withdrawnAt';

/** The author of an event: staff, the holder of a ticket, or the system. */
export const EventAuthor = v.object({ kind: v.picklist(['STAFF', 'SIGNER', 'SYSTEM']), name: v.string(), role: v.string() });
export type EventAuthor = v.InferOutput<typeof EventAuthor>;

/** One entry of a case's timeline. `at` is the server's time, `deviceAt` the tablet's. Each entry's hash covers the one before. */
export const TimelineEvent = v.object({
  id: v.string(),
  at: v.string(),
  deviceAt: v.nullable(v.string()),
  type: v.string(),
  actor: EventAuthor,
  versionId: v.nullable(v.string()),
  detail: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  prevHash: v.string(),
  hash: v.string(),
});
export type TimelineEvent = v.InferOutput<typeof TimelineEvent>;

/** The hash before the first event of a case: 64 zeros. */
export const CHAIN_START = '0'.repeat(64);

/** The hash of an event: SHA-256 over the canonical JSON of everything in it but its own hash. */
export async function eventHash(
  { hash: _, ...event }: Omit<TimelineEvent, 'hash'> & { hash?: string },
  sha256: Sha256,
): Promise<string> {
  return sha256(canonical(event));
}

/** Walks the whole chain: `ok` is false as soon as one event was changed, cut or moved. */
export async function checkChain(
  events: readonly TimelineEvent[],
  sha256: Sha256,
): Promise<{ ok: boolean; length: number; head: string }> {
  let head = CHAIN_START;
  for (const event of events) {
    if (event.prevHash !== head || (await eventHash(event, sha256)) !== event.hash)
      return { ok: false, length: events.length, head };
    head = event.hash;
  }
  return { ok: true, length: events.length, head };
}
