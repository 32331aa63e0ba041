/** The state of a case in the reference: its versions, their signers, and their links. */

/** The signers of each kind of form, in the signing order; a question mark: optional. */
export const FORMS = {
  adult: ['PATIENT', 'CLINICIAN'],
  interpreted: ['PATIENT', 'CLINICIAN', 'INTERPRETER'],
  parents: ['PARENT', 'PARENT', 'CLINICIAN'],
  family: ['PARENT', 'PARENT', 'CHILD?', 'CLINICIAN'],
} as const;
export type FormKind = keyof typeof FORMS;

export type ModelStatus =
  | 'DRAFT'
  | 'SENT'
  | 'PARTIALLY_SIGNED'
  | 'SIGNED'
  | 'DECLINED'
  | 'EXPIRED'
  | 'WITHDRAWN'
  | 'VOIDED'
  | 'SUPERSEDED';
export type ModelRole = 'PATIENT' | 'PARENT' | 'CHILD' | 'CLINICIAN' | 'INTERPRETER' | 'WITNESS';
export type ModelState = 'WAITING' | 'INVITED' | 'OPENED' | 'VERIFIED' | 'SIGNED' | 'DECLINED' | 'EXPIRED';
export type ModelSigner = {
  role: ModelRole;
  order: number;
  required: boolean;
  state: ModelState;
  isStranger: boolean;
  signedAt: number | null;
};
/** `null`: the call succeeds; else the code with which it is refused. */
export type Verdict =
  | null
  | 'NOT_FOUND'
  | 'SIGNED_CONTENT_MISMATCH'
  | 'MOVE_REFUSED'
  | 'ALREADY_SIGNED'
  | 'FORBIDDEN'
  | 'INVALID'
  | 'VERSION_CONFLICT';

export type ModelScan = { sha256: string; changes: number; isConfirmed: boolean };
export type ModelVersion = {
  id: string;
  status: ModelStatus;
  signers: ModelSigner[];
  isComplete: boolean;
  openQuestions: number;
  isUnsettled: boolean;
  hasChildRefused: boolean;
  /** VOIDED by staff, not because a newer version was signed */
  isInError: boolean;
  seal: 'NONE' | 'SEALING' | 'SEALED';
  /** when it was made ready for signing, epoch ms */
  pinnedAt: number | null;
  signedAt: number | null;
  confirmedAt: number | null;
  /** the time of the last refusal */
  noAt: number | null;
  /** how often the shown content has changed since it was sent */
  changes: number;
  /** the newest scan of this form as it was sent last */
  scan: ModelScan | null;
  /** those of them that signatures rest on, in the order of their checks */
  checked: ModelScan[];
  /** the scans that are stored, in any order */
  scans: string[];
};

export type LinkEnding = 'TIME' | 'RECALLED' | 'VOIDED' | 'NEW_VERSION' | 'RESENT' | 'OTHER_WAY' | 'STAFF';
export type ModelLink = {
  id: string;
  versionId: string;
  order: number;
  channel: 'EMAIL' | 'QR';
  /** of its first mail or code, and one of each reminder */
  tokens: string[];
  sentAt: number;
  endsAt: number;
  isOpened: boolean;
  isVerified: boolean;
  tries: number;
  isLocked: boolean;
  ended: LinkEnding | null;
  reminders: number;
  remindedAt: number | null;
  /** sent before the form went out as it is: it was taken back since, or opened again after its time had ended */
  isFromBefore: boolean;
};

/** A ticket that a link gave. */
export type ModelTicket = { link: ModelLink; token: string; endsAt: number; isEnded: boolean };

export type CaseModel = {
  kind: FormKind;
  versions: ModelVersion[];
  inForce: string | null;
  links: ModelLink[];
  tickets: ModelTicket[];
};

/** The newest version that is not recorded in error, else the newest: the case follows it. */
export function currentOf({ versions }: CaseModel): ModelVersion {
  const [newest] = versions.toReversed();
  if (newest === undefined) throw new Error('a case without a version');
  return versions.findLast(({ status }) => status !== 'VOIDED') ?? newest;
}

export const isOut = ({ status }: ModelVersion): boolean => status === 'SENT' || status === 'PARTIALLY_SIGNED';

/** Whether the newest version of a case is out for signing, and this is it. */
export const isOutNow = (model: CaseModel, version: ModelVersion): boolean => isOut(version) && currentOf(model) === version;

/** A scan that nobody has checked goes when a form is signed, ends or is taken back. */
export function forgetOpenScan(version: ModelVersion): void {
  if (version.scan?.isConfirmed !== false) return;
  version.scans = version.scans.filter((each) => each !== version.scan?.sha256);
  version.scan = version.checked.at(-1) ?? null;
}
