import { waitWords } from './wait-words.ts';
import { capitalised } from './capitalised.ts';
import { numberWord } from './duration-words.ts';
import { EXPORT_LINES_MOST } from './limits.ts';
import { LINK_TRIES, LINKS_A_DAY } from './link-limits.ts';
import { formatCount } from './format-count.ts';

const LINKS_SENT = `${capitalised(numberWord(LINKS_A_DAY))} links`;

/**
 * Every sentence that the server may put into `message`, by its code. Shown verbatim to a person (spec §8), so each is a whole
 * sentence, holds no patient data, and nothing else can be sent: a test holds this list.
 */
export const FAILURES = {
  INVALID: { status: 400, message: 'Something in this form is not right. Please check the marked fields.' },
  INCOMPLETE: { status: 400, message: 'This consent is not complete yet. Please see what is missing.' },
  SIGN_IN: { status: 401, message: 'Expired or invalid token - please log in again' },
  INCORRECT_CREDENTIALS: { status: 401, message: 'Incorrect email or password. Please try again' },
  TICKET_ENDED: { status: 401, message: 'This page has been open too long. Please say again who you are.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this' },
  REASON_NEEDED: { status: 403, message: 'This patient is not in your team’s care. Give a reason to open the record.' },
  SIGNER_ALONE: { status: 403, message: 'Only the signer can do this. Please hand over the tablet.' },
  REGISTRATION_OPEN: { status: 403, message: 'Please finish your registration first' },
  GRANT_BEYOND_OWN: { status: 403, message: 'You cannot give a permission that you do not have yourself' },
  DEVICE_REVOKED: { status: 403, message: 'This tablet has been blocked by an administrator' },
  DEVICE_UNPROVEN: { status: 403, message: 'This tablet could not be recognised. Reload the page and sign in again.' },
  WITH_SIGNER: { status: 425, message: 'The tablet is still with the signer. This is sent on once it was taken back.' },
  DEVICE_PENDING: { status: 425, message: 'This tablet is not signed in yet. Please try again in a moment.' },
  TWO_FACTOR_REQUIRED: { status: 403, message: 'Please enter the six digit code from your authenticator app' },
  NOT_FOUND: { status: 404, message: 'This was not found' },
  NO_SUCH_CALL: { status: 404, message: 'There is no such call' },
  VERSION_CONFLICT: { status: 409, message: 'Somebody else has changed this in the meantime' },
  NOT_ACTIVATED: { status: 409, message: "You account exists but hasn't been activated, Please contact your admin" },
  ALREADY_SIGNED: { status: 409, message: 'This has already been signed' },
  SIGNED_CONTENT_MISMATCH: {
    status: 409,
    message: 'The form has changed since it was shown. Nothing was signed. Please open the form again.',
  },
  MOVE_REFUSED: { status: 409, message: 'This cannot be done now. Reload the page to see what has changed.' },
  TAKEN: { status: 409, message: 'Somebody else sees to this by now.' },
  NO_CONSENT_IN_FORCE: { status: 409, message: 'No consent is in force. Was it an emergency?' },
  DOCUMENT_NOT_MADE: { status: 409, message: 'The document is being made. Please try again in a few seconds.' },
  IMPORTED_NOT_SEALED: {
    status: 409,
    message: 'This consent was imported, so there is no sealed document of it here. See the paper form.',
  },
  ANSWERS_FULL: {
    status: 409,
    message: 'No more answers can be saved in this visit. You can still sign or say no. Please speak with the clinician.',
  },
  NOTES_FULL: {
    status: 409,
    message: 'No more notes can be saved about this form. Please speak with the hospital.',
  },
  PATIENT_TAKES_NONE: { status: 409, message: 'This patient is recorded as deceased or merged, so no new consent can be made' },
  WHO_IS_IT: { status: 409, message: 'Do not give this to the patient until who this is has been checked.' },
  NOBODY_WRITTEN_TO: {
    status: 409,
    message: 'This patient is recorded as deceased or merged, so nothing is sent. A copy can be printed.',
  },
  PATIENT_IS_MERGED: {
    status: 409,
    message: 'This record was merged into another, so it cannot be changed. Work on the record in use.',
  },
  NOT_MERGED: { status: 409, message: 'This record is not merged any more. Nothing was changed.' },
  PATIENT_NOT_LISTED: { status: 409, message: 'This patient is recorded as deceased or merged, so nothing can be listed' },
  DOCUMENT_ALTERED: {
    status: 409,
    message: 'The stored document is not the one that was sealed, so it is not given out. Please tell your administrator.',
  },
  PAGE_NOT_DRAWN: {
    status: 409,
    message: 'This page cannot be shown as a picture. Open the scan itself, or scan the paper again.',
  },
  OPEN_QUESTION: { status: 409, message: 'A question is still open. Please talk about it before signing.' },
  TALK_OPEN: { status: 409, message: 'Somebody who signs wants to talk first. Talk with them, or say why it stays open.' },
  SETUP_NEEDED: {
    status: 409,
    message: 'Before messages can go to patients, an administrator must add the telephone number and the privacy notice.',
  },
  CHANNEL_OFF: { status: 409, message: 'This way is switched off.' },
  CONTACT_REFUSED: { status: 409, message: 'This person does not want to be written to this way.' },
  NOT_A_MOBILE: { status: 400, message: 'There is no mobile number of the United Kingdom to send this to' },
  LIMIT_REACHED: { status: 429, message: 'This person had three messages today.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot approve, suspend or change your own account here' },
  FIRST_ORGANISATION_ONLY: {
    status: 403,
    message: 'All organisations share this. Only administrators of the first organisation can change it.',
  },
  OWN_REVIEW: {
    status: 403,
    message: 'You have edited this version, so another person must publish it',
  },
  OWN_IDENTITY_CHECK: { status: 403, message: 'You have checked this yourself already: another person checks it too' },
  OWN_IDENTITY_CHANGE: { status: 403, message: 'You changed these details yourself: somebody else is the second to check them' },
  FIRST_STAYS: { status: 409, message: 'The first organisation looks after the others, so it cannot be ended' },
  LAST_MANAGER: {
    status: 409,
    message: 'At least one active person must be able to manage users, roles and the organisation, and to read the audit trail',
  },
  ROLE_IN_USE: { status: 409, message: 'Somebody has this role, so it cannot be deleted. Give them another role first.' },
  TWO_FACTOR_ON: { status: 409, message: 'Two-factor authentication is already set up' },
  NOT_YET_REGISTERED: { status: 409, message: 'This person has not finished registering yet' },
  NEWER_FORM_OUT: {
    status: 409,
    message: 'A newer form was opened from this one and is out. Take that one back first, then record this one in error.',
  },
  ANOTHER_PERSON: { status: 403, message: 'You confirmed this deletion yourself, so another person must approve it' },
  MADE_SECOND_PERSON: {
    status: 403,
    message:
      'The second person must have had this right for 7 days, and not from the person who confirmed. Another person must approve it.',
  },
  NOT_CONFIRMED: { status: 409, message: 'Nobody has confirmed this deletion yet. Nothing was deleted.' },
  PACK_NOT_REVIEWED: {
    status: 409,
    message: 'This copy is not ready: it is being made, or parts of it wait for a decision, or for another person to release it',
  },
  PACK_NEEDS_ANOTHER: {
    status: 403,
    message: 'You took part in this copy yourself, so another person must release it',
  },
  PACK_RELEASED: { status: 409, message: 'This copy was released before. Nothing was changed.' },
  PACK_ENDED: { status: 409, message: 'The time of this copy is over, and nothing opens it any more. Make a new one.' },
  PACK_ELSEWHERE: {
    status: 409,
    message: 'This copy lies on another server. Make a new one, or ask IT to let the servers share the folder DATA_DIR/packs.',
  },
  ON_HOLD: { status: 409, message: 'A legal hold is on this record, so nothing of it is deleted' },
  HOLD_LIFTED: { status: 409, message: 'This hold was lifted before. Nothing was changed.' },
  NOT_DUE: { status: 409, message: 'This record is not due any more, as something was added to it. Nothing was deleted.' },
  HAS_BEEN_OUT: { status: 409, message: 'This version has been out: record it as made in error' },
  REFERRED_DRAFT: { status: 409, message: 'This draft belongs to a referral: record it as made in error' },
  ALREADY_EXISTS: { status: 409, message: 'This was created before with the same id. Nothing was created again.' },
  ALREADY_DONE: { status: 409, message: 'This was sent long ago and has taken effect. Nothing was done again.' },
  IN_PROGRESS: { status: 409, message: 'This is still being worked on. Please wait a moment.' },
  PASS_ENDED: { status: 410, message: 'These questions cannot be answered any more: they were, or their time is over.' },
  PASS_ALTERED: { status: 400, message: 'These answers did not come from the page of a form, so they were not counted.' },
  LINK_ENDED: { status: 410, message: 'This page has ended. Ask for a new one.' },
  RECORDED_IN_ERROR: { status: 410, message: 'This form was made by mistake. It does not count.' },
  LINKS_FULL: {
    status: 429,
    message: `${LINKS_SENT} went to this person in 24 hours. Please sign on this device, or try tomorrow.`,
  },
  RESTORED: { status: 425, message: 'The server was restored from a backup. This follows what this tablet had sent before.' },
  TOO_LARGE: { status: 413, message: 'This is too large to send. Make it shorter or smaller.' },
  NOT_OURS_TOO_LARGE: { status: 413, message: 'No document of ours is that large.' },
  EXPORT_TOO_LARGE: {
    status: 413,
    message: `More than ${formatCount(EXPORT_LINES_MOST)} lines are too many for one file. Please choose fewer: by state, time or search.`,
  },
  RECORD_TOO_LARGE: {
    status: 413,
    message: 'This record with its documents is too large for one file. Download it without the documents.',
  },
  UNSUPPORTED: { status: 415, message: 'This kind of content is not accepted here' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This was sent before with other content. Nothing was changed.' },
  INCORRECT_CODE: { status: 422, message: 'That code is not right or has run out' },
  INCORRECT_PASSWORD: { status: 422, message: 'Incorrect password. Please try again' },
  INCORRECT_TABLET_PIN: { status: 422, message: 'Incorrect PIN. Please try again.' },
  TABLET_PIN_OFF: { status: 409, message: 'The PIN cannot be used now. Please use the password.' },
  NO_EMAIL_ADDRESS: { status: 400, message: 'There is no email address to send this to' },
  NO_POSTAL_ADDRESS: { status: 400, message: 'There is no postal address on the record to write to' },
  IDENTITY_MISMATCH: { status: 422, message: 'That does not match.' },
  LOCKED: {
    status: 423,
    message: `This page was locked after ${numberWord(LINK_TRIES)} wrong answers, and stays locked. Ask for a new link.`,
  },
  UPDATE_REQUIRED: { status: 426, message: 'This app is too old. Please update it.' },
  UNLOCK_SPENT: { status: 429, message: 'Too many wrong passwords. Sign in again to go on.' },
  SLOW_DOWN: { status: 429, message: 'Too many tries. Please wait a little and try again.' },
  FAILED: { status: 500, message: 'Something went wrong' },
  BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type FailureKey = keyof typeof FAILURES;

/** Sentences that say how long to wait, where that is known. */
const WITH_WAIT: Partial<Record<FailureKey, (wait: string) => string>> = {
  SLOW_DOWN: (wait) => `Too many tries. Try again ${wait}.`,
  LINKS_FULL: (wait) => `${LINKS_SENT} went to this person in 24 hours. Please sign on this device, or try again ${wait}.`,
};

/** The sentence of a failure. @param retryAfter - whole seconds until a retry makes sense, where that is known */
export function failureMessage(key: FailureKey, retryAfter?: number): string {
  const { message } = FAILURES[key];
  return retryAfter === undefined ? message : (WITH_WAIT[key]?.(waitWords(retryAfter)) ?? message);
}

/** The code on the wire for each failure: several sentences may share one code. */
const SHARED: Partial<Record<FailureKey, FailureKey>> = {
  INCOMPLETE: 'INVALID',
  MADE_SECOND_PERSON: 'ANOTHER_PERSON',
  PACK_NEEDS_ANOTHER: 'ANOTHER_PERSON',
  PACK_RELEASED: 'MOVE_REFUSED',
  PACK_ENDED: 'MOVE_REFUSED',
  PACK_ELSEWHERE: 'MOVE_REFUSED',
  NOT_OURS_TOO_LARGE: 'TOO_LARGE',
  EXPORT_TOO_LARGE: 'TOO_LARGE',
  NO_EMAIL_ADDRESS: 'INVALID',
  NO_POSTAL_ADDRESS: 'INVALID',
  LINKS_FULL: 'SLOW_DOWN',
  UNLOCK_SPENT: 'SLOW_DOWN',
  RECORDED_IN_ERROR: 'LINK_ENDED',
  RECORD_TOO_LARGE: 'TOO_LARGE',
  NO_SUCH_CALL: 'NOT_FOUND',
  DOCUMENT_NOT_MADE: 'MOVE_REFUSED',
  PAGE_NOT_DRAWN: 'MOVE_REFUSED',
  IMPORTED_NOT_SEALED: 'MOVE_REFUSED',
  PATIENT_TAKES_NONE: 'MOVE_REFUSED',
  WHO_IS_IT: 'MOVE_REFUSED',
  NOBODY_WRITTEN_TO: 'MOVE_REFUSED',
  PATIENT_IS_MERGED: 'MOVE_REFUSED',
  NOT_MERGED: 'MOVE_REFUSED',
  PATIENT_NOT_LISTED: 'MOVE_REFUSED',
  OPEN_QUESTION: 'MOVE_REFUSED',
  TALK_OPEN: 'MOVE_REFUSED',
  NEWER_FORM_OUT: 'MOVE_REFUSED',
  HAS_BEEN_OUT: 'MOVE_REFUSED',
  REFERRED_DRAFT: 'MOVE_REFUSED',
  OWN_ACCOUNT: 'MOVE_REFUSED',
  FIRST_STAYS: 'MOVE_REFUSED',
  LAST_MANAGER: 'MOVE_REFUSED',
  ROLE_IN_USE: 'MOVE_REFUSED',
  TWO_FACTOR_ON: 'MOVE_REFUSED',
  NOT_YET_REGISTERED: 'MOVE_REFUSED',
  SIGNER_ALONE: 'FORBIDDEN',
  REGISTRATION_OPEN: 'FORBIDDEN',
  GRANT_BEYOND_OWN: 'FORBIDDEN',
  FIRST_ORGANISATION_ONLY: 'FORBIDDEN',
  OWN_REVIEW: 'FORBIDDEN',
  OWN_IDENTITY_CHECK: 'FORBIDDEN',
  OWN_IDENTITY_CHANGE: 'FORBIDDEN',
  DEVICE_UNPROVEN: 'FORBIDDEN',
};

/** The `error` code of a failure as the wire has it. */
export function codeOf(key: FailureKey): FailureKey {
  return SHARED[key] ?? key;
}
