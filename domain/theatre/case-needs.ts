import { mayAskWhetherDone, type CaseEnded } from '#domain/cases/case-end.ts';
import type { Horizon } from '#domain/cases/horizon.ts';
import { listedNeedOf, needsOf, NEEDS, type Need } from '#domain/cases/needs.ts';
import type { ConfirmState, CaseStatus } from '#domain/base/states.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { awaitedSigners, type Recipient } from '#domain/consents/recipients.ts';
import { isUnsettled } from '#domain/consents/family-decline.ts';
import { openPointsInWords, openPointsNow } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { scanOf } from '#domain/documents/paper-scan.ts';
import { openTimeWishes } from '#domain/signing/more-time.ts';
import { openNotes } from '#domain/signing/notes.ts';
import { isUnreached } from '#domain/signing/link.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import type { Light } from './theatre-light.ts';

/** One need of a case, with what its line says: the oldest open question, note or words of a wish for more time, the choices left open in words, the reason of a light. */
export type CaseNeed = {
  readonly need: Need;
  readonly question: string | null;
  readonly points: string;
  readonly reason: string | null;
  /** the version that it is of; null for a light, which is of the case */
  readonly consentID: string | null;
  /** the clinicians for whom it waits: of its version, and of the newest one; null for everybody who has to do with the case */
  readonly clinicians: readonly string[] | null;
  /** the last change of its version, ISO; of a light the day of the list, plain date */
  readonly updatedAt: string;
};

type SignerOfNeeds = Pick<Recipient, 'role' | 'state' | 'signing_order'>;
type LinkOfNeeds = Parameters<typeof isUnreached>[0];

/** A version of a case, as far as its needs depend on it. Times: ISO. */
export type FormOfNeeds = Parameters<typeof openPointsOnForm>[0] &
  Parameters<typeof isUnsettled>[0] & {
    readonly consentID: string;
    readonly recipients: readonly SignerOfNeeds[];
    readonly addedSigners?: readonly SignerOfNeeds[] | undefined;
    readonly status: CaseStatus;
    readonly confirmState: ConfirmState;
    readonly ended?: CaseEnded | null | undefined;
    readonly updatedAt: string;
    readonly clinician: { readonly _id: string };
    readonly createdAt: string;
    readonly sentAt: string | null;
    readonly questions: readonly { readonly text: string; readonly answer: string | null }[];
    readonly Timeline: readonly TimelineEvent[];
    readonly links?: readonly LinkOfNeeds[] | undefined;
  };

type Moment = {
  /** epoch ms */
  readonly now: number;
  /** plain date */
  readonly today: string;
};

type OfForms = {
  /** those that are not void, newest first */
  readonly versions: readonly FormOfNeeds[];
  /** the day of its list, plain date, and when the version in force was confirmed, ISO; null without */
  readonly listedOn: string | null;
  readonly confirmedAt: string | null;
};

/**
 * The needs of a case by its versions, worst first and each once; none where it waits for nobody, or for others. The newest version alone is
 * prepared and signed; of each earlier one waits what somebody has said since. The tablet and the server ask this alone.
 */
export function formNeedsOf({ versions, listedOn, confirmedAt }: OfForms, moment: Moment): CaseNeed[] {
  const [newest] = versions;
  const isOver = newest?.ended == null && mayAskWhetherDone({ listedOn, confirmedAt, today: moment.today });
  const needs = versions.flatMap((version) =>
    needsOfVersion(version, { now: moment.now, isOver, newer: version === newest ? undefined : newest }),
  );
  return inOrderOfHarm(needs);
}

/** The needs of a case, worst first, each kind once: of two of one kind that of the newer version. */
export function inOrderOfHarm(needs: readonly CaseNeed[]): CaseNeed[] {
  const first = needs.filter((each, at) => needs.findIndex(({ need }) => need === each.need) === at);
  return first.toSorted((one, other) => rankOfNeed(one) - rankOfNeed(other));
}

/** Whether a need waits for a person: that of a form for its clinicians, that of a light for everybody who has to do with the case. */
export function isNeedFor(userID: string | undefined, { clinicians }: Pick<CaseNeed, 'clinicians'>): boolean {
  return clinicians === null || clinicians.some((each) => each === userID);
}

type Around = {
  /** epoch ms */
  readonly now: number;
  /** whether its case asks if the operation was done */
  readonly isOver?: boolean;
  /** the newest version of the case, where this is an earlier one */
  readonly newer: FormOfNeeds | undefined;
};

/** The needs of one version, worst first. */
export function needsOfVersion(form: FormOfNeeds, { now, isOver = false, newer }: Around): CaseNeed[] {
  const { consentID, status, Timeline: timeline } = form;
  const waitingFor = awaitedSigners(form).map(({ role }) => role);
  const open = form.questions.filter(({ answer }) => answer === null);
  const notes = openNotes(timeline, consentID);
  const openPoints = openPointsOnForm(form);
  const wishes = openTimeWishes({ status, waitingFor, consentID, timeline });
  const needs = needsOf(
    {
      status,
      waitingFor,
      confirmState: form.confirmState,
      ended: form.ended,
      updatedAt: form.updatedAt,
      hasOpenQuestion: open.length > 0,
      hasOpenNote: notes.length > 0,
      hasWrongDetails: openRefusals({ status, waitingFor, timeline }).length > 0,
      hasLockedLink: form.links?.some(({ state }) => state === 'LOCKED') === true,
      isUnreached: form.links?.some(isUnreached) === true,
      isUnsettled: isUnsettled(form),
      hasTimeWish: wishes.length > 0,
      hasScan: scanOf(timeline, consentID)?.isConfirmed === false,
      isOver,
      openPoints,
      ...(newer === undefined ? {} : { newer }),
    },
    now,
  );
  const words: Readonly<Partial<Record<Need, string | undefined>>> = {
    QUESTION: open[0]?.text,
    NOTE: notes[0]?.text,
    MORE_TIME: wishes.find(({ comments }) => comments !== '')?.comments,
  };
  const points = openPointsInWords(openPointsNow(openPoints, { isSigned: status === 'SIGNED' }));
  const clinicians = [...new Set([form, newer ?? form].map(({ clinician }) => clinician._id))];
  return needs.map((need) => ({
    need,
    question: words[need] ?? null,
    points: need === 'TALK' ? points : '',
    reason: null,
    consentID,
    clinicians,
    updatedAt: form.updatedAt,
  }));
}

type OnList = Light & { readonly date: string; readonly ended?: CaseEnded | null | undefined };

/** The need of a case that is listed soon, by its light; null for any other. */
export function listNeedOf(listed: OnList | null, horizon: Horizon): CaseNeed | null {
  const need = listed === null ? null : listedNeedOf(listed, horizon);
  if (need === null || listed === null) return null;
  const { reason, date } = listed;
  return { need, question: null, points: '', reason, consentID: null, clinicians: null, updatedAt: date };
}

/** The place of a need in the order of harm: the least is the worst. */
export function rankOfNeed({ need }: Pick<CaseNeed, 'need'>): number {
  return NEEDS.indexOf(need);
}
