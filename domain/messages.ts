/**
 * Every sentence that the server may put into `message`, by its code. Shown verbatim to a person (spec §8), so each is a whole
 * sentence, holds no patient data, and nothing else can be sent: a test holds this list.
 */
export const FAILURES = {
  INVALID: { status: 400, message: 'Some of what was sent is not right. Please check the marked fields.' },
  INCOMPLETE: { status: 400, message: 'This consent is not complete yet. Please see what is missing.' },
  SIGN_IN: { status: 401, message: 'Expired or invalid token - please log in again' },
  INCORRECT_CREDENTIALS: { status: 401, message: 'Incorrect email or password. Please try again' },
  TICKET_ENDED: { status: 401, message: 'This page has been open too long. Please say again who you are.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this' },
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
  MOVE_REFUSED: { status: 409, message: 'This cannot be done in the present state' },
  PATIENT_TAKES_NONE: { status: 409, message: 'This patient is recorded as deceased or merged, so no new consent can be made' },
  OPEN_QUESTION: { status: 409, message: 'A question is still open. Please talk about it before signing.' },
  VOID_INSTEAD: { status: 409, message: 'Only a draft can be deleted: void it instead' },
  IN_PROGRESS: { status: 409, message: 'This is still being worked on. Please wait a moment.' },
  LINK_ENDED: { status: 410, message: 'This link has ended. Please ask for a new one.' },
  TOO_LARGE: { status: 413, message: 'This is too large to send' },
  UNSUPPORTED: { status: 415, message: 'This kind of content is not accepted here' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This was sent before with other content' },
  INCORRECT_PASSWORD: { status: 422, message: 'Incorrect password. Please try again' },
  NO_EMAIL_ADDRESS: { status: 400, message: 'There is no email address to send this to' },
  MAIL_NOT_AVAILABLE: { status: 400, message: 'Sending by email is not available yet. Please sign on this device.' },
  UNSHOWABLE: { status: 400, message: 'The form holds characters that cannot be printed. Please write them in another way.' },
  LOCKED: { status: 423, message: 'This link is locked after too many wrong answers' },
  UPDATE_REQUIRED: { status: 426, message: 'This app is too old. Please update it.' },
  SLOW_DOWN: { status: 429, message: 'Too many tries. Please wait a little and try again.' },
  FAILED: { status: 500, message: 'Something went wrong' },
  BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type FailureKey = keyof typeof FAILURES;

/** The code on the wire for each failure: several sentences may share one code. */
const SHARED: Partial<Record<FailureKey, FailureKey>> = {
  INCOMPLETE: 'INVALID',
  UNSHOWABLE: 'INVALID',
  NO_EMAIL_ADDRESS: 'INVALID',
  MAIL_NOT_AVAILABLE: 'INVALID',
  NO_SUCH_CALL: 'NOT_FOUND',
  PATIENT_TAKES_NONE: 'MOVE_REFUSED',
  OPEN_QUESTION: 'MOVE_REFUSED',
  VOID_INSTEAD: 'MOVE_REFUSED',
};

/** The `error` code of a failure as the wire has it. */
export function codeOf(key: FailureKey): FailureKey {
  return SHARED[key] ?? key;
}

/** The sentences of success. */
export const DONE = {
  OK: 'Done',
  SIGNED_IN: 'Signed in',
  SIGNED_OUT: 'Signed out',
  UNLOCKED: 'Welcome back',
  EXTENDED: 'Your session was extended',
  PATIENT_CREATED: 'Patient created',
  PATIENT_UPDATED: 'Patient saved',
  PATIENT_STATUS: 'Patient status changed',
  CONSENT_CREATED: 'Consent created',
  CONSENT_SAVED: 'Consent saved',
  CONSENT_SENT: 'Consent is ready to sign',
  CONSENT_RECALLED: 'Consent recalled for changes',
  CONSENT_REOPENED: 'A new version was opened',
  CONSENT_VOIDED: 'Consent voided',
  CONSENT_WITHDRAWN: 'Consent withdrawn',
  DRAFT_DELETED: 'Draft deleted',
  HANDOVER_STARTED: 'The tablet can be handed over',
  SIGNED: 'Signature kept',
  DECLINED: 'Your answer was kept: you do not agree',
  LATER: 'Your answer was kept: you need more time',
  QUESTION_ASKED: 'Your question was kept',
  QUESTION_ANSWERED: 'Answer kept',
  ANSWERS_KEPT: 'Your answers were kept',
  IDENTITY_KEPT: 'Your answer was kept',
} as const;
export type DoneKey = keyof typeof DONE;
