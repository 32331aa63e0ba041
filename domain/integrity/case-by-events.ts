import { BESIDE_EVENTS, type BesideKind } from '#domain/documents/document-kinds.ts';
import type { ReferralStatus } from '#domain/referrals/referral.ts';
import {
  ANSWERED_BY_SIGNER,
  IN_FORCE_AFTER,
  isRefusalToFollow,
  isScanToFollow,
  STAYS_CLOSED,
  type TimelineEvent,
  type TimelineEventType,
  WITHDRAWN_AT,
} from '#domain/cases/timeline.ts';
import { documentKey, lastAfter, latestOf, signerKey, withNowLate } from './event-keys.ts';
import { aDraft, type VersionByEvents } from './version-by-events.ts';

/** A listing as its event tells it; `date` is a plain date, `at` ISO. */
export type ListedByEvents = { date: string; theatre: string | null; listType: string; at: string };

export type StateByEvents = {
  /** undefined where the case was opened before its event carried the patient */
  patientId: string | undefined;
  versions: Map<string, VersionByEvents>;
  inForce: string | null;
  /** the id of the named operator; null without one */
  operatorId: string | null;
  /** where the case is listed for surgery; null where it is on no list, undefined where the event does not tell it whole */
  listed: ListedByEvents | null | undefined;
  isDeleted: boolean;
  /** status of the referral; null where nobody referred the case */
  referral: string | null;
};

/** The events after which another version, or none, is in force without any signature. */
const ENDS: ReadonlySet<string> = new Set<TimelineEventType>(['OPERATION_DONE', 'CASE_CLOSED', 'END_UNDONE']);

const STARTS: ReadonlySet<string> = new Set<TimelineEventType>([
  'CONSENT_CREATED',
  'CONSENT_IMPORTED',
  'REOPENED',
  'RECONSENTED',
]);

/** The state of a case and its versions, computed from its events alone. */
export function stateByEvents(events: readonly TimelineEvent[]): StateByEvents {
  const state: StateByEvents = {
    patientId: undefined,
    versions: new Map(),
    inForce: null,
    operatorId: null,
    listed: null,
    isDeleted: false,
    referral: null,
  };
  for (const event of events) apply(state, event);
  return state;
}

/** The status of a referral after each of its events. */
const REFERRAL_BY_EVENT: ReadonlyMap<string, ReferralStatus> = new Map(
  Object.entries({
    REFERRAL_DRAFTED: 'DRAFT',
    REFERRED: 'UNDER_REVIEW',
    REFERRAL_ACCEPTED: 'ACCEPTED',
    REFERRAL_QUESTIONED: 'MORE_INFO',
    REFERRAL_REJECTED: 'REJECTED',
    REFERRAL_CLOSED: 'CLOSED',
  } satisfies Partial<Record<TimelineEventType, ReferralStatus>>),
);

function apply(state: StateByEvents, event: TimelineEvent): void {
  const { type, versionId: id, detail } = event;
  // A referred case moves to the record that its own was merged into, when its first version is written.
  if (type === 'CASE_CREATED' || type === 'CASE_MOVED') state.patientId = textOf(detail['patientID']);
  state.referral = REFERRAL_BY_EVENT.get(type) ?? state.referral;
  if (type === 'LISTED') state.listed = listingOf(event);
  if (type === 'UNLISTED') state.listed = null;
  if (ENDS.has(type)) state.inForce = textOf(detail[IN_FORCE_AFTER]) ?? null;
  if (id === null) return;
  if (STARTS.has(type)) state.versions.set(id, aDraft());
  if (type === 'DELETED') state.isDeleted = true;
  if (type === 'DRAFT_DISCARDED') state.versions.delete(id);
  const version = state.versions.get(id);
  if (version === undefined) return;
  if (typeof detail['evidence'] === 'string') version.evidence.add(detail['evidence']);
  APPLIERS.get(type)?.(version, { ...event, versionId: id }, state);
}

type Applier = (version: VersionByEvents, event: TimelineEvent & { readonly versionId: string }, state: StateByEvents) => void;

/**
 * The effect of each type of event on its version and case; other types change neither. Types are looked up in a map: a stored
 * type may have been altered to any word.
 */
const APPLIERS: ReadonlyMap<string, Applier> = new Map(
  Object.entries({
    CONSENT_IMPORTED: (version, { versionId, detail }, state) => {
      Object.assign(version, {
        status: String(detail['status']),
        signedAt: textOf(detail['signedAt']) ?? null,
        importDigest: textOf(detail['importDigest']),
        // The kind of an imported end stands in no event.
        voidKind: detail['status'] === 'VOIDED' ? undefined : null,
      });
      if (version.status === 'SIGNED') state.inForce = versionId;
    },
    CONSENT_SENT: (version, { at, detail }) =>
      void Object.assign(version, { status: 'SENT', sentAt: at, contentDigest: textOf(detail['contentDigest']) }),
    ANSWERS_GIVEN: takeDigest,
    SIGNER_INVITED: takeDigest,
    EXPIRED: takeStatus,
    RESUMED: (version) => void (version.status = version.signed.size > 0 ? 'PARTIALLY_SIGNED' : 'SENT'),
    SIGNED: (version, { at, detail }) => {
      version.status = 'PARTIALLY_SIGNED';
      version.signed.set(signerKey({ role: String(detail['role']), order: detail['order'] }), at);
      version.laterAnswers = withNowLate(version.laterAnswers, textOf(detail['nowLate']) ?? '');
    },
    ALL_SIGNED: (version, event, state) => {
      const { versionId, at, detail } = event;
      // Of a form on paper the day on it counts, not the day of its scan.
      Object.assign(version, { status: 'SIGNED', signedAt: textOf(detail['signedAt']) ?? at });
      if (isScanToFollow(event)) version.scanDueAt = at;
      if (detail[STAYS_CLOSED] !== true) state.inForce = versionId;
    },
    CONFIRMED: (version, { detail }) => {
      const at = textOf(detail['confirmedAt']) ?? null;
      version.confirmedAt = latestOf(version.confirmedAt, lastAfter(at, version.notConfirmedAt));
    },
    NOT_CONFIRMED: (version, { detail }) => {
      version.notConfirmedAt = latestOf(version.notConfirmedAt, textOf(detail['notConfirmedAt']) ?? null);
      version.confirmedAt = lastAfter(version.confirmedAt, version.notConfirmedAt);
    },
    OPERATOR_CHANGED: (version, { detail }, state) => {
      state.operatorId = textOf(detail['operatorID']) ?? null;
      // The confirmation stands where the same person operates and is only named now.
      if (detail['isConfirmationKept'] !== true) version.confirmedAt = null;
    },
    TALKED: takeTalk,
    ANSWERS_REFUSED: (version, { at, detail }) =>
      void version.laterAnswers.push({ check: String(detail['check']), cancelledAt: at }),
    IDENTITY_CHANGE_ACCEPTED: (version, { detail }) => void version.identityChecks.push(String(detail['check'])),
    BOTH_MEANT: (version, { detail }) => void version.bothMeant.push(String(detail['check'])),
    SEALED: (version, { at, detail }) => void (version.sealed = { sha256: String(detail['sha256']), at }),
    COPY_MADE: (version, { detail }) => void (version.copy = textOf(detail['sha256'])),
    [BESIDE_EVENTS.CONFIRMATION]: takeBeside('CONFIRMATION'),
    [BESIDE_EVENTS.OUTCOME]: takeBeside('OUTCOME'),
    [BESIDE_EVENTS.REFUSAL]: (version, event, state) => {
      version.refusalDueAt = null;
      takeBeside('REFUSAL')(version, event, state);
    },
    [BESIDE_EVENTS.SCAN_CHECKED]: (version, event, state) => {
      version.scanDueAt = null;
      takeBeside('SCAN_CHECKED')(version, event, state);
    },
    SCAN_UPLOADED: (version, { detail }) => void version.scans.uploaded.add(String(detail['sha256'])),
    SCAN_CONFIRMED: (version, { detail }) => {
      version.scans.confirmed.add(String(detail['sha256']));
      // A build before read no ticks.
      const checks = typeof detail['check'] === 'string' ? detail['check'].split(' ') : [];
      version.laterAnswers.push(...checks.map((check) => ({ check, cancelledAt: null })));
    },
    QUESTION_ASKED: (version, { detail }) => void version.questions.texts.push(String(detail['question'])),
    QUESTION_ANSWERED: (version, { detail }) =>
      void version.questions.answered.push([String(detail['question']), String(detail['answer'])]),
    WITHDRAWN: (version, event, state) => {
      version.withdrawnAt = textOf(event.detail[WITHDRAWN_AT]) ?? event.at;
      takeOutOfForce(version, event, state);
    },
    VOIDED: (version, event, state) => {
      version.voidKind = textOf(event.detail['kind']);
      takeOutOfForce(version, event, state);
    },
    // One of several signers may decline without ending the form.
    DECLINED: (version, event) => {
      if (event.detail['goesOn'] !== true) takeStatus(version, event);
      if (isRefusalToFollow(event)) version.refusalDueAt = event.at;
    },
    SUPERSEDED: takeStatus,
    RECALLED: (version, { at }) =>
      void Object.assign(version, {
        ...aDraft(),
        laterAnswers: version.laterAnswers.map(({ check, cancelledAt }) => ({ check, cancelledAt: cancelledAt ?? at })),
        evidence: version.evidence,
        scans: version.scans,
        questions: version.questions,
      }),
  } satisfies Partial<Record<TimelineEventType, Applier>>),
);

/** The record that signers are shown is pinned anew, before anybody has signed. */
function takeDigest(version: VersionByEvents, { detail }: Pick<TimelineEvent, 'detail'>): void {
  version.contentDigest = textOf(detail['contentDigest']);
}

/** A talk that staff have recorded, or the signed answer of somebody who was asked again. */
function takeTalk(version: VersionByEvents, { detail }: Pick<TimelineEvent, 'detail'>): void {
  const check = String(detail['check']);
  if (detail['way'] === ANSWERED_BY_SIGNER) version.laterAnswers.push({ check, cancelledAt: null });
  else version.talks.push(check);
}

function takeBeside(kind: BesideKind): Applier {
  return (version, { detail }) => void version.beside.add(documentKey(kind, String(detail['sha256'])));
}

/** The event's own type is the status after it. */
function takeStatus(version: VersionByEvents, { type }: Pick<TimelineEvent, 'type'>): void {
  version.status = type;
}

function takeOutOfForce(version: VersionByEvents, event: Parameters<Applier>[1], state: StateByEvents): void {
  takeStatus(version, event);
  if (state.inForce === event.versionId) state.inForce = null;
}

/** The time of a signer's signature that counts, by the events; undefined without one. */
export function signedAtBy(
  { signed }: Pick<VersionByEvents, 'signed'>,
  signer: { role: string; order: number | null },
): string | undefined {
  return signed.get(signerKey(signer)) ?? signed.get(signer.role);
}

function listingOf({ at, detail }: TimelineEvent): ListedByEvents | undefined {
  const [date, listType] = [textOf(detail['date']), textOf(detail['listType'])];
  return date === undefined || listType === undefined
    ? undefined
    : { date, listType, theatre: textOf(detail['theatre']) ?? null, at };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
