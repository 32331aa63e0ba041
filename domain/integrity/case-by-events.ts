import { ADDENDUM_EVENTS, type AddendumKind } from '#domain/documents/document-kinds.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';

/** The state of one version as the events tell it; times are ISO. */
export type VersionByEvents = {
  status: string;
  sentAt: string | null;
  signedAt: string | null;
  /** digest of what signers were shown; undefined where the event that fixed it is from before events carried it */
  contentDigest: string | undefined;
  /** digest of what a file said of it; undefined for one that was made here */
  importDigest: string | undefined;
  /** the times of the signatures that count, by {@link signerKey} */
  signed: Map<string, string>;
  /** digests of all signatures, cancelled and refused ones too */
  evidence: Set<string>;
  sealed: { sha256: string; at: string } | undefined;
  /** time of the last confirmation on the day */
  confirmedAt: string | null;
  /** digest of the viewing copy; undefined before it is made, and where it is from before events told of it */
  copy: string | undefined;
  /** the addenda to its sealed document, by {@link addendumKey} */
  addenda: Set<string>;
  /** digests of all scans that were uploaded, and of those that signatures rest on */
  scans: { uploaded: Set<string>; confirmed: Set<string> };
};
export type StateByEvents = {
  /** undefined where the case was opened before its event told the patient */
  patientId: string | undefined;
  versions: Map<string, VersionByEvents>;
  inForce: string | null;
  /** the id of who operates, where somebody was named */
  operatorId: string | null;
  isDeleted: boolean;
  /** status of the referral; null where nobody referred the case */
  referral: string | null;
};

const STARTS: ReadonlySet<string> = new Set<TimelineEventType>([
  'CONSENT_CREATED',
  'CONSENT_IMPORTED',
  'REOPENED',
  'RECONSENTED',
]);

/** The state of a case and its versions, told by its events alone. */
export function stateByEvents(events: readonly TimelineEvent[]): StateByEvents {
  const told: StateByEvents = {
    patientId: undefined,
    versions: new Map(),
    inForce: null,
    operatorId: null,
    isDeleted: false,
    referral: null,
  };
  for (const event of events) apply(told, event);
  return told;
}

/** The status of a case: that of its newest version that is not voided, else of its newest. */
export function newestOf(versions: readonly { number: number; status: string }[]): string | undefined {
  const newestFirst = versions.toSorted((one, other) => other.number - one.number);
  return (newestFirst.find(({ status }) => status !== 'VOIDED') ?? newestFirst[0])?.status;
}

/** The status of a referral after each of its events. */
const REFERRAL_BY_EVENT: Readonly<Record<string, ReferralStatus>> = {
  REFERRAL_DRAFTED: 'DRAFT',
  REFERRED: 'UNDER_REVIEW',
  REFERRAL_ACCEPTED: 'ACCEPTED',
  REFERRAL_QUESTIONED: 'MORE_INFO',
  REFERRAL_REJECTED: 'REJECTED',
  REFERRAL_CLOSED: 'CLOSED',
};

function apply(told: StateByEvents, event: TimelineEvent): void {
  const { type, at, versionId: id, detail } = event;
  // A referred case moves to the record that its own was merged into, when its first version is written.
  if (type === 'CASE_CREATED' || type === 'CASE_MOVED') told.patientId = textOf(detail['patientID']);
  told.referral = REFERRAL_BY_EVENT[type] ?? told.referral;
  if (id === null) return;
  if (STARTS.has(type)) told.versions.set(id, aDraft());
  if (type === 'DELETED') told.isDeleted = true;
  const version = told.versions.get(id);
  if (version === undefined) return;
  if (typeof detail['evidence'] === 'string') version.evidence.add(detail['evidence']);
  switch (type) {
    case 'CONSENT_IMPORTED':
      Object.assign(version, {
        status: String(detail['status']),
        signedAt: textOf(detail['signedAt']) ?? null,
        importDigest: textOf(detail['importDigest']),
      });
      if (version.status === 'SIGNED') told.inForce = id;
      break;
    case 'CONSENT_SENT':
      Object.assign(version, { status: 'SENT', sentAt: at, contentDigest: textOf(detail['contentDigest']) });
      break;
    case 'ANSWERS_GIVEN':
      version.contentDigest = textOf(detail['contentDigest']);
      break;
    case 'EXPIRED':
      version.status = type;
      break;
    case 'RESUMED':
      version.status = version.signed.size > 0 ? 'PARTIALLY_SIGNED' : 'SENT';
      break;
    case 'SIGNED':
      version.status = 'PARTIALLY_SIGNED';
      version.signed.set(signerKey({ role: String(detail['role']), order: detail['order'] }), at);
      break;
    case 'ALL_SIGNED':
      // Of a form on paper the day on it counts, not the day of its scan.
      Object.assign(version, { status: 'SIGNED', signedAt: textOf(detail['signedAt']) ?? at });
      told.inForce = id;
      break;
    case 'CONFIRMED':
      version.confirmedAt = latest(version.confirmedAt, textOf(detail['confirmedAt']) ?? null);
      break;
    case 'OPERATOR_CHANGED':
      told.operatorId = textOf(detail['operatorID']) ?? null;
      // Whoever operated before, and is only named now, has the same confirmation.
      if (detail['isConfirmationKept'] !== true) version.confirmedAt = null;
      break;
    case 'SEALED':
      version.sealed = { sha256: String(detail['sha256']), at };
      break;
    case 'COPY_MADE':
      version.copy = textOf(detail['sha256']);
      break;
    case ADDENDUM_EVENTS.CONFIRMATION:
      version.addenda.add(addendumKey('CONFIRMATION', String(detail['sha256'])));
      break;
    case ADDENDUM_EVENTS.OUTCOME:
      version.addenda.add(addendumKey('OUTCOME', String(detail['sha256'])));
      break;
    case 'SCAN_UPLOADED':
      version.scans.uploaded.add(String(detail['sha256']));
      break;
    case 'SCAN_CONFIRMED':
      version.scans.confirmed.add(String(detail['sha256']));
      break;
    case 'WITHDRAWN':
    case 'VOIDED':
      version.status = type;
      if (told.inForce === id) told.inForce = null;
      break;
    case 'DECLINED':
      // One of several signers may decline without ending the form.
      if (detail['goesOn'] !== true) version.status = type;
      break;
    case 'SUPERSEDED':
      version.status = type;
      break;
    case 'RECALLED':
      Object.assign(version, { ...aDraft(), evidence: version.evidence, scans: version.scans });
      break;
  }
}

/** The key of a signer in the events: the place, or the role where events are from before they told places. */
export function signerKey({ role, order }: { role: string; order: unknown }): string {
  return typeof order === 'number' ? `#${order}` : role;
}

/** The key of an addendum in the events: its kind, and its digest. */
export function addendumKey(kind: AddendumKind, sha256: string): string {
  return `${kind} ${sha256}`;
}

/** The time of a signer's signature that counts, by the events; undefined without one. */
export function signedAtBy(
  { signed }: Pick<VersionByEvents, 'signed'>,
  signer: { role: string; order: number | null },
): string | undefined {
  return signed.get(signerKey(signer)) ?? signed.get(signer.role);
}

function aDraft(): VersionByEvents {
  return {
    status: 'DRAFT',
    sentAt: null,
    signedAt: null,
    contentDigest: undefined,
    importDigest: undefined,
    signed: new Map(),
    evidence: new Set(),
    sealed: undefined,
    confirmedAt: null,
    copy: undefined,
    addenda: new Set(),
    scans: { uploaded: new Set(), confirmed: new Set() },
  };
}

/** The later of two times, both ISO in UTC; a queued call may tell of the earlier one last. */
function latest(one: string | null, other: string | null): string | null {
  return one !== null && (other === null || one > other) ? one : other;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
