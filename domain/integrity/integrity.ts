import type { IntegrityFault } from './integrity-faults.ts';
import { signedAtBy, stateByEvents, type ListedByEvents, type StateByEvents } from './case-by-events.ts';
import { areAnswersAsRecorded } from './later-as-recorded.ts';
import { documentKey, signerKey } from './event-keys.ts';
import { areQuestionsAsInEvents, isListedAsInEvents, isOfItsPatient, newestOf } from './case-parts.ts';
import { recordDigest } from './record-digests.ts';
import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import { isContentAsShown, type PinnedPart } from '#domain/consents/content-as-shown.ts';
import { contentDigest, isOfKnownShape, type ShownContent } from '#domain/consents/digest.ts';
import { isBesideKind, type BesideKind } from '#domain/documents/document-kinds.ts';
import { importDigest, type ImportedContent } from './import-digest.ts';
import type { Talk } from '#domain/consents/open-points.ts';
import type { IdentityAcceptance } from '#domain/patients/identity-check.ts';
import type { BothMeant } from '#domain/theatre/same-day.ts';
import type { StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import type { StoredSignatureInput } from '#domain/signing/signature.ts';
import { CHAIN_START, checkChain, type TimelineEvent } from '#domain/cases/timeline.ts';

/** The recorded end of a timeline. `isOurs`: written with the server's key; `isBroken`: it was not, at an earlier event. */
export type RecordedEnd = {
  length: number;
  head: string;
  isOurs: boolean;
  isBroken: boolean;
  /** digests of what was stored before events carried them, by the id of the version, the signature or the case, whose is that of its patient's id */
  digests: Readonly<Record<string, string>>;
};

/** One version as it is stored. Times are ISO. */
export type StoredVersion = {
  id: string;
  number: number;
  status: string;
  isSealed: boolean;
  pinned: ShownContent | null;
  formType: string;
  /** of the draft, which a sent version keeps beside its pinned form */
  content: PinnedPart;
  /** the imported content; null for a version that was not imported */
  imported: ImportedContent | null;
  digest: string | null;
  sentAt: string | null;
  signedAt: string | null;
  confirmedAt: string | null;
  identityChecks: readonly IdentityAcceptance[];
  talks: readonly Talk[];
  laterAnswers: readonly StoredLaterAnswers[];
  bothMeant: readonly BothMeant[];
  sealedAt: string | null;
  withdrawnAt: string | null;
  refusalDueAt: string | null;
  scanDueAt: string | null;
  voidKind: string | null;
  questions: readonly { readonly text: string; readonly answer: string | null }[];
};

/** One signature as it is stored; its digest goes into the event that tells of it. */
export type StoredSignature = {
  id: string;
  consentId: string;
  role: string;
  /** place of the signer; null for evidence from before places were stored */
  order: number | null;
  userId: string | null;
  handoverId: string | null;
  given: StoredSignatureInput;
  /** of a clinician, fixed at the signature; null for every other signer */
  credentials: { readonly grade: string | null; readonly registrationNumber: string | null } | null;
  receivedAt: string;
};

/** Everything of one case that is compared, read in one snapshot. */
export type StoredCase = {
  events: readonly TimelineEvent[];
  recorded: RecordedEnd | undefined;
  id: string;
  patientId: string;
  isDeleted: boolean;
  status: string;
  inForce: string | null;
  /** the named operator; null without one */
  operatorId: string | null;
  /** where it is listed for surgery; null where it is on no list */
  listed: ListedByEvents | null;
  /** status of the referral; null where nobody referred the case */
  referral: string | null;
  versions: readonly StoredVersion[];
  signatures: readonly (StoredSignature & { isCancelled: boolean; capturedAt: string })[];
  signers: readonly {
    consentId: string;
    role: string;
    order: number;
    /** of a witness, whom no pinned form names */
    isAdded: boolean;
    name: string;
    isSigned: boolean;
    signedAt: string | null;
  }[];
  documents: readonly { consentId: string; kind: 'SIGNED' | 'VIEW' | 'SCAN' | BesideKind; sha256: string }[];
};

/** The digest of a signature: 64 hex, SHA-256 over the canonical JSON of all that is stored of it. */
export async function signatureDigest(
  { id, consentId, role, userId, handoverId, given, credentials, receivedAt }: Omit<StoredSignature, 'order'>,
  sha256: Sha256,
): Promise<string> {
  return sha256(canonical({ id, consentId, role, userId, handoverId, given, credentials, receivedAt }));
}

/** Every fault of one case, each named once. An untouched case has none. */
export async function caseFaults(stored: StoredCase, sha256: Sha256): Promise<IntegrityFault[]> {
  const faults = new Set<IntegrityFault>(await timelineFaults(stored, sha256));
  const byEvents = stateByEvents(stored.events);
  if (!(await isOfItsPatient(stored, { byEvents, sha256 }))) faults.add('PATIENT_CHANGED');
  for (const fault of statusFaults(stored, byEvents)) faults.add(fault);
  if (!isListedAsInEvents(stored, byEvents)) faults.add('LISTING_CHANGED');
  for (const version of stored.versions)
    for (const fault of await versionFaults(stored, { version, byEvents, sha256 })) faults.add(fault);
  return [...faults];
}

async function timelineFaults({ events, recorded, versions }: StoredCase, sha256: Sha256): Promise<IntegrityFault[]> {
  if (events.length === 0 && (versions.length > 0 || recorded !== undefined)) return ['TIMELINE_GONE'];
  const faults: IntegrityFault[] = [];
  const { ok } = await checkChain(events, sha256);
  if (!ok) faults.push('EVENT_CHANGED');
  if (events.length === 0) return faults;
  if (recorded === undefined || !recorded.isOurs || recorded.isBroken) faults.push('TIMELINE_UNRECORDED');
  if (recorded === undefined) return faults;
  if (events.length < recorded.length) faults.push('TIMELINE_CUT');
  else if (events.length > recorded.length || (events.at(-1)?.hash ?? CHAIN_START) !== recorded.head)
    faults.push('TIMELINE_REPLACED');
  return faults;
}

function statusFaults(
  { versions, status, inForce, operatorId, referral, isDeleted }: StoredCase,
  byEvents: StateByEvents,
): IntegrityFault[] {
  if (isDeleted !== byEvents.isDeleted) return ['STATUS_CHANGED'];
  if (isDeleted) return [];
  if (referral !== byEvents.referral) return ['STATUS_CHANGED'];
  const ids = new Set(versions.map(({ id }) => id));
  if ([...byEvents.versions.keys()].some((id) => !ids.has(id))) return ['VERSION_GONE'];
  const newest = newestOf(versions.map(({ id, number }) => ({ number, status: byEvents.versions.get(id)?.status ?? '' })));
  const isAsRecorded =
    versions.length === 0 || (status === newest && inForce === byEvents.inForce && operatorId === byEvents.operatorId);
  return isAsRecorded ? [] : ['STATUS_CHANGED'];
}

type OneVersion = { version: StoredVersion; byEvents: StateByEvents; sha256: Sha256 };

async function versionFaults(stored: StoredCase, { version, byEvents, sha256 }: OneVersion): Promise<IntegrityFault[]> {
  const faults: IntegrityFault[] = [];
  const state = byEvents.versions.get(version.id);
  if (state === undefined) return ['STATUS_CHANGED'];
  if (version.status !== state.status || version.isSealed !== (state.sealed !== undefined)) faults.push('STATUS_CHANGED');
  const times = [
    [version.sentAt, state.sentAt],
    [version.signedAt, state.signedAt],
    [version.confirmedAt, state.confirmedAt],
    [version.sealedAt, state.sealed?.at],
    [version.withdrawnAt, state.withdrawnAt],
    [version.refusalDueAt, state.refusalDueAt],
    [version.scanDueAt, state.scanDueAt],
  ];
  if (times.some(([is, was]) => (is ?? null) !== (was ?? null))) faults.push('TIME_CHANGED');
  if (state.voidKind !== undefined && version.voidKind !== state.voidKind) faults.push('STATUS_CHANGED');
  if (!areQuestionsAsInEvents(version, state)) faults.push('QUESTION_CHANGED');
  const records = [
    [version.identityChecks, state.identityChecks, 'IDENTITY_CHECK_CHANGED'],
    [version.talks, state.talks, 'TALK_CHANGED'],
    [version.bothMeant, state.bothMeant, 'BOTH_MEANT_CHANGED'],
  ] as const;
  for (const [stands, byEvent, fault] of records) {
    const digests = await Promise.all(stands.map(async (each) => recordDigest(each, sha256)));
    if (digests.join(' ') !== byEvent.join(' ')) faults.push(fault);
  }
  if (!(await areAnswersAsRecorded(version, state, sha256))) faults.push('LATER_ANSWER_CHANGED');
  const isAsImported =
    (version.imported === null ? undefined : await importDigest(version.imported, sha256)) === state.importDigest;
  if (!isAsImported || !(await isAsSent(stored, { version, byEvents, sha256 }))) faults.push('CONTENT_CHANGED');
  faults.push(...(await signatureFaultsOf(stored, { version, byEvents, sha256 })));
  const own = stored.documents.filter(({ consentId }) => consentId === version.id);
  const fileOf = (kind: 'SIGNED' | 'VIEW') => own.find((each) => each.kind === kind)?.sha256;
  const [document, copy] = [fileOf('SIGNED'), fileOf('VIEW')];
  const isGone = (state.sealed !== undefined && document === undefined) || (state.copy !== undefined && copy === undefined);
  const beside = own.flatMap(({ kind, sha256: digest }) => (isBesideKind(kind) ? [documentKey(kind, digest)] : []));
  const scans = own.flatMap(({ kind, sha256: digest }) => (kind === 'SCAN' ? [digest] : []));
  const areGone =
    [...state.beside].some((key) => !beside.includes(key)) || [...state.scans.confirmed].some((each) => !scans.includes(each));
  if (isGone || areGone) faults.push('DOCUMENT_GONE');
  if (beside.some((key) => !state.beside.has(key)) || scans.some((each) => !state.scans.uploaded.has(each)))
    faults.push('DOCUMENT_EXCHANGED');
  // A copy that no event tells of is not given out, and made anew.
  const isCopyExchanged = state.copy !== undefined && copy !== undefined && copy !== state.copy;
  const isSealed = ({ kind, sha256: digest }: (typeof own)[number]) => kind !== 'SIGNED' || digest === state.sealed?.sha256;
  if (isCopyExchanged || !own.every(isSealed)) faults.push('DOCUMENT_EXCHANGED');
  return faults;
}

/** Whether the pinned form has its digest, and its digest is the one of the last event that fixed it. */
async function isAsSent({ recorded }: StoredCase, { version, byEvents, sha256 }: OneVersion): Promise<boolean> {
  const { pinned, digest, id, formType, content } = version;
  const state = byEvents.versions.get(id);
  if (state?.sentAt == null) return pinned === null && digest === null;
  // A record in a shape that this build does not know cannot be what it has sent.
  if (pinned === null || !isOfKnownShape(pinned)) return false;
  if ((await contentDigest(pinned, sha256)) !== digest) return false;
  if (formType !== pinned.formType || !isContentAsShown(content, pinned)) return false;
  const fixed = state.contentDigest ?? recorded?.digests[id];
  return fixed === undefined || fixed === digest;
}

async function signatureFaultsOf(
  { signatures, signers, recorded }: StoredCase,
  { version: { id, digest, pinned }, byEvents, sha256 }: OneVersion,
): Promise<IntegrityFault[]> {
  const faults: IntegrityFault[] = [];
  const state = byEvents.versions.get(id);
  const own = signatures.filter(({ consentId }) => consentId === id);
  const digests = new Map(await Promise.all(own.map(async (each) => [await signatureDigest(each, sha256), each] as const)));
  if ([...(state?.evidence ?? [])].some((each) => !digests.has(each))) faults.push('SIGNATURE_CHANGED');
  for (const [is, { id: signatureId, given, role, order, capturedAt, isCancelled }] of digests) {
    // Each is told by an event, or was recorded before events told of them.
    const isRecorded = state?.evidence.has(is) === true || recorded === undefined || recorded.digests[signatureId] === is;
    // A device's time has more digits than the column.
    const isSameTime = Math.abs(Date.parse(capturedAt) - Date.parse(given.capturedAt)) < 2;
    const isSigned = state !== undefined && signedAtBy(state, { role, order }) !== undefined;
    const isCounted = isCancelled || (isSigned && given.contentDigest === digest);
    if (!isRecorded || !isSameTime || !isCounted || given.role !== role) faults.push('SIGNATURE_CHANGED');
  }
  for (const [key, at] of state?.signed ?? []) {
    const isOf = (each: { role: string; order: number | null }) => key === signerKey(each) || key === each.role;
    if (!own.some((each) => isOf(each) && !each.isCancelled)) faults.push('SIGNATURE_GONE');
    const signer = signers.find((each) => each.consentId === id && isOf(each));
    if (signer?.isSigned !== true) faults.push('SIGNATURE_CHANGED');
    else if (signer.signedAt !== at) faults.push('TIME_CHANGED');
  }
  const ofVersion = signers.filter(({ consentId }) => consentId === id);
  const isUnrecorded = (signer: (typeof ofVersion)[number]) => state === undefined || signedAtBy(state, signer) === undefined;
  if (ofVersion.some((signer) => signer.isSigned && isUnrecorded(signer))) faults.push('SIGNATURE_CHANGED');
  const nameOf = ({ role, name, order }: { role: string; name: string; order: number }) => `${order} ${role} ${name}`;
  const pinnedNames = new Set((pinned?.recipients ?? []).map(nameOf));
  if (pinned !== null && ofVersion.some((signer) => !signer.isAdded && !pinnedNames.has(nameOf(signer))))
    faults.push('SIGNATURE_CHANGED');
  const present = new Set(ofVersion.map(nameOf));
  if ([...pinnedNames].some((name) => !present.has(name))) faults.push('SIGNER_GONE');
  return faults;
}
