import { isSignerRole, signsUnderAccount } from '#domain/forms/signer-roles.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { mayBeSigners } from '#domain/cases/event-actors.ts';
import { RECORDED_BY } from '#domain/cases/event-author.ts';
import { isSameSigner, type PlannedRecipient, type Recipient } from '#domain/consents/recipients.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { mayReadAnswers, withoutAnswers } from '#domain/library/understanding.ts';
import { isWitnessExcused } from '#domain/signing/witness-rule.ts';
import { contentOf, missingLocally, type PatientToCheck } from '#store/entities/consent-content.ts';
import { laterAnswersView } from './later-answers.ts';
import { localUnderstanding } from './understanding.ts';
import { localConfirmState, momentOfAct, type ConfirmClock } from './confirm-state.ts';
import type { StoredConsent } from './consents.ts';
import { isSignedByAll, withLocalActs } from './local-signers.ts';
import type { LocalConsent, LocalSignature } from '#store/entities/types.ts';
import type { LocalLibrary } from '#store/entities/library.ts';
import type { Pinned } from '#store/entities/pinned.ts';

/** Local changes of a version that wait for a person. */
export type BlockedChange = {
  /** id of the op that needs the person */
  readonly item: string;
  /** the version's status with the changes. Edits of a DRAFT are shown; any other version is shown without its blocked changes. */
  readonly status: CaseStatus;
  /** local signatures that the server does not have because of the block */
  readonly signed: readonly LocalSignature[];
};

/** Local state of a version beyond the server's copy. */
export type PendingLocal = {
  /** whether a change of it is unsent */
  readonly isUnsent: boolean;
  /** local signatures that are not in the server's copy */
  readonly signed: readonly LocalSignature[];
  /** when the last signer signed (ISO, by this device's clock), if all have and the server has not confirmed it; else null */
  readonly allSignedAt: string | null;
  /** when it was confirmed on the day here (ISO), while the server has not confirmed it; absent otherwise */
  readonly confirmedAt?: string;
  /** absent while no change waits for a person */
  readonly blocked?: BlockedChange;
};

/** One version as screens show it; `local` is absent without local state. */
export type ConsentView = Consent & { readonly local?: PendingLocal };

export type ViewContext = {
  /** null for a summary, which does not tell what is missing */
  readonly patient: PatientToCheck | null;
  /** the user whose vault is open */
  readonly user: User;
  readonly library: LocalLibrary;
  /** the local pin; null without one */
  readonly pinned: Pinned | null;
  readonly confirmClock: ConfirmClock;
};

/** Builds a version in the contract's shape, from the server's copy and the local changes since. */
export function toConsentView({ consent: stored, state, changedAt }: StoredConsent, context: ViewContext): ConsentView {
  const { patient, user, library } = context;
  const { server, signed } = stored;
  const content = contentOf(stored, library);
  const isDraft = stored.status === 'DRAFT';
  const pinned = isPinnedLocally(stored) ? context.pinned : null;
  // Sent from here without a local pin: only the server can pin the content, and nobody is asked to sign before it has.
  const isUnpinned = stored.status === 'SENT' && isPinnedLocally(stored) && pinned === null;
  const template = isDraft && content.templateID !== null ? library.template(content.templateID) : undefined;
  const isSameTemplate = server !== null && content.templateID === server.templateID;
  const sentTo = pinned?.recipients.map(plainRecipient) ?? (isDraft ? [] : (server?.recipients ?? []));
  const shown = isDraft ? null : pinned === null ? (server?.shown ?? null) : pinned.shown;
  const sentAt = stored.happened.findLast(({ type }) => type === 'CONSENT_SENT')?.at ?? server?.sentAt ?? null;
  const excused = isWitnessExcused({
    isFirstShape: shown === null,
    pinnedAt: sentAt,
    since: context.confirmClock.settings.newRulesSince ?? null,
  });
  const signers = withLocalActs(sentTo, { ...stored, isWitnessExcused: excused });
  const { status, recipients } = signers;
  const isUnsent = state === 'unsent';
  const changed = new Date(changedAt).toISOString();
  return {
    ...(server ?? EMPTY_CONSENT),
    ...content,
    // A pinned version is shown as pinned, even when the library has changed since.
    procedures: [...(pinned?.procedures ?? content.procedures)],
    additionalChoices: [...content.additionalChoices],
    ...laterAnswersView(stored, {
      recipients,
      choices: content.additionalChoices,
      timeZone: context.confirmClock.settings.timeZone,
    }),
    choiceDetails: content.choiceDetails && [...content.choiceDetails],
    latinNames: content.latinNames && [...content.latinNames],
    refusals: [...content.refusals],
    consentID: stored.consentID,
    recordID: stored.recordID,
    patientID: stored.patientID,
    templateVersion: pinned?.templateVersion ?? template?.version ?? (isSameTemplate ? server.templateVersion : null),
    content: [...(pinned?.content ?? template?.data ?? (isSameTemplate ? server.content : []))],
    recipients,
    addedSigners: isDraft ? [] : signers.addedSigners,
    activeTab: stored.draft.activeTab ?? server?.activeTab ?? 0,
    status: isUnpinned ? 'READY' : status,
    confirmState: server === null ? 'NOT_REQUIRED' : localConfirmState(server, status, context.confirmClock),
    // Of a form that was sent from here, the server says at receipt which it gets.
    organisationName: isDraft || pinned !== null ? null : (server?.organisationName ?? null),
    contentDigest: isDraft ? null : (pinned?.contentDigest ?? server?.contentDigest ?? null),
    shown,
    shownPatient: isDraft ? null : (pinned?.patient ?? server?.shownPatient ?? null),
    statements: isDraft ? {} : (pinned?.statements ?? server?.statements ?? {}),
    Timeline: [...(server?.Timeline ?? []), ...localTimeline(stored, { user, library, sentTo })],
    visibilityType: mayMove(status, 'edit') && user.permissions.includes('consents.write') ? 'edit' : 'view',
    missing:
      isDraft && patient !== null ? missingLocally(content, patient, { library, ...momentOfAct(context.confirmClock) }) : [],
    clinician: server?.clinician ?? { _id: user._id, name: nameOf(user) },
    createdAt: server?.createdAt ?? stored.happened[0]?.at ?? changed,
    updatedAt: isUnsent ? changed : (server?.updatedAt ?? changed),
    sentAt,
    ended: endedView(stored),
    local: {
      isUnsent,
      signed: signaturesUnknownTo(server, signed),
      allSignedAt: isSignedByAll(signers) ? (signed.at(-1)?.capturedAt ?? null) : null,
      ...confirmedHere(stored),
    },
  };
}

/** The end of the case as the version knows it, with a taking back that the server does not have. */
function endedView({ server, takenBackAt }: LocalConsent): Consent['ended'] {
  const ended = server?.ended;
  return ended == null || takenBackAt === undefined ? ended : { ...ended, takenBackAt };
}

/** Local acts as timeline events. They have no hash: the server adds it when it puts them into the chain. */
function localTimeline(
  stored: LocalConsent,
  { user, library, sentTo }: Pick<ViewContext, 'user' | 'library'> & { readonly sentTo: readonly Recipient[] },
): TimelineEvent[] {
  const { consentID, happened } = stored;
  const mayRead = mayReadAnswers(user.permissions);
  return happened.map(({ type, at, detail }, nth) => {
    const actor = localAuthor({ type, detail }, { user, sentTo });
    const event = {
      id: `${consentID}:${nth}`,
      at,
      deviceAt: at,
      type,
      actor,
      versionId: consentID,
      detail:
        type === 'UNDERSTANDING_CHECKED'
          ? localUnderstanding(detail, stored, library)
          : { ...detail, ...localRecorder({ type, actor }, user) },
      prevHash: '',
      hash: '',
    } satisfies TimelineEvent;
    return mayRead ? event : withoutAnswers(event);
  });
}

type LocalAct = Pick<LocalConsent['happened'][number], 'type' | 'detail'>;

/** The author of a local act: as on the server, a signer's name and role are those of one place on the form. */
function localAuthor(
  { type, detail }: LocalAct,
  { user, sentTo }: { readonly user: User; readonly sentTo: readonly Recipient[] },
): TimelineEvent['actor'] {
  const staff = { kind: 'STAFF', name: nameOf(user), role: roleNameOf(user) } as const;
  const { role, signing_order: order, name = '' } = detail;
  // A change of mind that is queued is written by staff, who say at whose wish, or nobody's.
  if (!mayBeSigners(type) || (type === 'WITHDRAWN' && order === undefined)) return staff;
  if (isSignerRole(role) && signsUnderAccount(role)) return { ...staff, role };
  const ofRole = sentTo.filter((each) => each.role === role);
  const signer =
    order === undefined
      ? ofRole.length === 1
        ? ofRole[0]
        : undefined
      : sentTo.find((each) => String(each.signing_order) === order);
  // A witness is on no form that was sent.
  return { kind: 'SIGNER', name: signer?.recipient_name ?? name, role: signer?.role ?? role ?? '' };
}

/** The account that writes a change of mind for a signer, as the server names it beside the author. */
function localRecorder({ type, actor }: Pick<TimelineEvent, 'type' | 'actor'>, user: User): TimelineEvent['detail'] {
  if (type !== 'WITHDRAWN' || actor.kind !== 'SIGNER') return {};
  return { [RECORDED_BY.name]: nameOf(user), [RECORDED_BY.role]: roleNameOf(user) };
}

/** The fields of a version that the server has never had. */
export const EMPTY_CONSENT = {
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

// The server's pin is the newest one unless this device has pinned since.
function isPinnedLocally({ status, happened }: LocalConsent): boolean {
  return status !== 'DRAFT' && happened.some(({ type }) => type === 'CONSENT_SENT' || type === 'ANSWERS_GIVEN');
}

function plainRecipient({ role, name, email, order, required }: PlannedRecipient): Recipient {
  return {
    recipient_name: name,
    recipient_email: email,
    action_type: 'SIGN',
    signing_order: order,
    role,
    state: 'WAITING',
    method: null,
    signedAt: null,
    required,
  };
}

function signaturesUnknownTo(server: Consent | null, signed: readonly LocalSignature[]): LocalSignature[] {
  return signed.filter((local) => !(server?.signatures ?? []).some((each) => isSameSigner(each, local)));
}

function confirmedHere({ status, happened }: LocalConsent): Pick<PendingLocal, 'confirmedAt'> {
  const last = happened.findLast(({ type }) => type === 'CONFIRMED' || type === 'NOT_CONFIRMED');
  return last?.type !== 'CONFIRMED' || status !== 'SIGNED' ? {} : { confirmedAt: last.at };
}

function roleNameOf({ role }: User): string {
  return role?.name ?? '';
}

function nameOf({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
