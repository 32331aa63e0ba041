import type { Consent } from '#contract/record-shapes.ts';
import type { User } from '#contract/user-shapes.ts';
import { mayMove } from '#domain/case-machine.ts';
import type { Patient } from '#domain/patient.ts';
import type { PlannedRecipient, Recipient } from '#domain/recipients.ts';
import type { CaseStatus } from '#domain/states.ts';
import type { TimelineEvent } from '#domain/timeline.ts';
import { contentOf, missingHere } from './consent-content.ts';
import type { ConsentHere } from './consents.ts';
import type { KeptConsent, MadeSignature } from './kept.ts';
import type { LibraryHere } from './library-here.ts';
import type { Pinned } from './pinned.ts';

/** What of a version goes no further until a person has looked at it. */
export type Stopped = {
  /** the id of the item in the queue that needs the person */
  readonly item: string;
  /** The version's if it came about. Words of a DRAFT are shown; with anything else the version is shown without it. */
  readonly status: CaseStatus;
  /** signatures that were made here and that the server does not have because of it */
  readonly signed: readonly MadeSignature[];
};

/** What stands on this device of a version beyond what the server has told. */
export type OnlyHere = {
  /** whether something of it still waits to be sent */
  readonly isUnsent: boolean;
  /** signatures that were made here and that the server has not told back */
  readonly signed: readonly MadeSignature[];
  /** When the last signer signed (ISO, by this device's clock), where all have and the server has not said so; else null. */
  readonly allSignedAt: string | null;
  /** absent where all goes by itself */
  readonly stopped?: Stopped;
};

/** One version as screens show it; `here` is absent where nothing but the server speaks. */
export type SeenConsent = Consent & { readonly here?: OnlyHere };

export type AroundConsent = {
  readonly patient: Patient;
  /** the clinician whose device this is */
  readonly user: User;
  readonly library: LibraryHere;
  /** what was pinned here, null where nothing was */
  readonly pinned: Pinned | null;
};

/** One version as the contract tells it, made from the server's copy and all that was done here since. */
export function consentView({ consent: kept, state, changedAt }: ConsentHere, around: AroundConsent): SeenConsent {
  const { patient, user, library } = around;
  const { server, status, signed } = kept;
  const content = contentOf(kept, library);
  const isDraft = status === 'DRAFT';
  const pinned = isPinnedHere(kept) ? around.pinned : null;
  // Made ready here, but only the server can say what will be shown: until then nobody is asked to sign.
  const isUnpinned = status === 'SENT' && isPinnedHere(kept) && pinned === null;
  const template = isDraft && content.templateID !== null ? library.template(content.templateID) : undefined;
  const isSameTemplate = server !== null && content.templateID === server.templateID;
  const recipients = withSignatures(
    pinned?.recipients.map(plainRecipient) ?? (isDraft ? [] : (server?.recipients ?? [])),
    signed,
  );
  const isUnsent = state === 'unsent';
  const last = new Date(changedAt).toISOString();
  return {
    ...(server ?? NOTHING_YET),
    ...content,
    // A pinned version is shown as it was pinned, whatever the library has become.
    procedures: [...(pinned?.procedures ?? content.procedures)],
    additionalChoices: [...content.additionalChoices],
    refusals: [...content.refusals],
    consentID: kept.consentID,
    recordID: kept.recordID,
    patientID: kept.patientID,
    templateVersion: pinned?.templateVersion ?? template?.version ?? (isSameTemplate ? server.templateVersion : null),
    content: [...(pinned?.content ?? template?.data ?? (isSameTemplate ? server.content : []))],
    recipients,
    activeTab: kept.draft.activeTab ?? server?.activeTab ?? 0,
    status: isUnpinned ? 'READY' : status,
    contentDigest: isDraft ? null : (pinned?.contentDigest ?? server?.contentDigest ?? null),
    statements: isDraft ? {} : (pinned?.statements ?? server?.statements ?? {}),
    Timeline: [...(server?.Timeline ?? []), ...timelineHere(kept, user)],
    visibilityType: mayMove(status, 'edit') && user.permissions.includes('consents.write') ? 'edit' : 'view',
    missing: isDraft ? missingHere(content, patient, library) : [],
    clinician: server?.clinician ?? { _id: user._id, name: nameOf(user) },
    createdAt: server?.createdAt ?? kept.happened[0]?.at ?? last,
    updatedAt: isUnsent ? last : (server?.updatedAt ?? last),
    sentAt: kept.happened.findLast(({ type }) => type === 'CONSENT_SENT')?.at ?? server?.sentAt ?? null,
    here: { isUnsent, signed: unknownTo(server, signed), allSignedAt: allSignedAt(kept, recipients) },
  };
}

/** What was done here to a version, as a timeline tells it; such events have no hash yet: the server gives them their place. */
export function timelineHere({ consentID, happened }: KeptConsent, user: User): TimelineEvent[] {
  return happened.map(({ type, at, detail }, nth) => {
    const role = detail['role'];
    const isSigner = SIGNERS.has(type) && role !== 'CLINICIAN';
    return {
      id: `${consentID}:${nth}`,
      at,
      deviceAt: at,
      type,
      actor: isSigner
        ? { kind: 'SIGNER', name: detail['name'] ?? '', role: role ?? 'PATIENT' }
        : { kind: 'STAFF', name: nameOf(user), role: user.role?.name ?? '' },
      versionId: consentID,
      detail: { ...detail },
      prevHash: '',
      hash: '',
    };
  });
}

const SIGNERS: ReadonlySet<string> = new Set([
  'SIGNED',
  'DECLINED',
  'MORE_TIME',
  'ANSWERS_GIVEN',
  'IDENTITY_CONFIRMED',
  'IDENTITY_REFUSED',
]);

const NOTHING_YET = {
  previousConsentId: null,
  versionNumber: 1,
  version: 0,
  oldProcedures: [],
  patientComments: '',
  interpreterComments: '',
  parentComments: '',
  questions: [],
  signatures: [],
  sealState: 'NONE',
  confirmState: 'NOT_REQUIRED',
  verifyCode: null,
  bitpaper: null,
  bitpaperPDFURL: null,
  preSignedDocumentUrl: null,
  signedAt: null,
} as const satisfies Partial<Consent>;

// The server's own pin is the newest there is, unless this device has pinned since.
function isPinnedHere({ status, happened }: KeptConsent): boolean {
  return status !== 'DRAFT' && happened.some(({ type }) => type === 'CONSENT_SENT' || type === 'ANSWERS_GIVEN');
}

function plainRecipient({ role, name, email, order }: PlannedRecipient): Recipient {
  return {
    recipient_name: name,
    recipient_email: email,
    action_type: 'SIGN',
    signing_order: order,
    role,
    state: 'WAITING',
    method: null,
    signedAt: null,
  };
}

function withSignatures(recipients: readonly Recipient[], signed: readonly MadeSignature[]): Recipient[] {
  return recipients.map((each) => {
    const mine = signed.find(({ role }) => role === each.role);
    if (mine === undefined || each.state === 'SIGNED') return each;
    return { ...each, state: 'SIGNED', method: mine.method, signedAt: mine.capturedAt };
  });
}

function unknownTo(server: Consent | null, signed: readonly MadeSignature[]): MadeSignature[] {
  return signed.filter(({ role }) => !(server?.signatures ?? []).some((each) => each.role === role));
}

function allSignedAt({ status, signed }: KeptConsent, recipients: readonly Recipient[]): string | null {
  if (status !== 'PARTIALLY_SIGNED' || recipients.length === 0 || recipients.some(({ state }) => state !== 'SIGNED')) return null;
  return signed.at(-1)?.capturedAt ?? null;
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
