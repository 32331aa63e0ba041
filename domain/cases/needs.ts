import { hasStopped, type CaseEnded } from './case-end.ts';
import { mayMove } from './case-machine.ts';
import { openPointsNow, type OpenPoint } from '#domain/consents/open-points.ts';
import { DAY } from '#domain/base/limits.ts';
import { isClinician, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus, ConfirmState } from '#domain/base/states.ts';
import { isUrgent, type Horizon } from './horizon.ts';

/** Reasons why a consent waits for its clinician, worst first. */
export const NEEDS = [
  'WITHDRAWN',
  'WITHDRAWN_AFTER',
  'DECLINED',
  'DETAILS_WRONG',
  'STOP_LISTED',
  'NOT_READY_SOON',
  'LINK_LOCKED',
  'DISAGREEMENT',
  'QUESTION',
  'TALK',
  'NOTE',
  'NOT_REACHED',
  'NOT_READY_LISTED',
  'SIGNATURE',
  'MORE_TIME',
  'SCAN',
  'EXPIRED',
  'WAS_IT_DONE',
] as const;
export type Need = (typeof NEEDS)[number];

/** The state of one version of a case, as far as its clinician's next act depends on it. */
type NeedState = {
  readonly status: CaseStatus;
  /** in signing order */
  readonly waitingFor: readonly SignerRole[];
  readonly hasOpenQuestion: boolean;
  /** whether a signer said that the details on the form are wrong */
  readonly hasWrongDetails: boolean;
  /** whether wrong answers have locked the link of somebody who signs */
  readonly hasLockedLink: boolean;
  /** whether messages to somebody who signs did not arrive, by any way */
  readonly isUnreached?: boolean;
  /** whether adults disagree, and how that was settled is not recorded */
  readonly isUnsettled: boolean;
  /** whether somebody who has answered added a note of which nobody has talked */
  readonly hasOpenNote?: boolean;
  /** whether somebody who signs has asked for more time, and nobody has come back to them */
  readonly hasTimeWish?: boolean;
  /** whether a scan of the form waits to be checked */
  readonly hasScan?: boolean;
  /** whether its day is over, it was confirmed, and nobody has said whether it was done */
  readonly isOver?: boolean;
  /** the choices that the form leaves open */
  readonly openPoints?: readonly OpenPoint[];
  readonly confirmState?: ConfirmState;
  /** of its case */
  readonly ended?: CaseEnded | null | undefined;
  /** ISO */
  readonly updatedAt: string;
  /** the newest version, where this is an earlier one */
  readonly newer?: NewerVersion;
};

/** The newest version of a case, as far as an earlier one waits no more because of it. ISO; `sentAt`: null while it is not made ready. */
export type NewerVersion = { readonly createdAt: string; readonly sentAt: string | null };

/** A refused, withdrawn or expired consent that nobody touched for so long waits no more, ms [choice]. */
export const ENDED_FOR = 30 * DAY;

/** The reasons why a version waits for its clinician, worst first; none where it waits for nobody, or for others. @param now - epoch ms */
export function needsOf(state: NeedState, now: number): Need[] {
  const needs: readonly Conditional[] = [
    state.newer === undefined && state.ended?.takenBackAt !== undefined && 'WITHDRAWN_AFTER',
    ...needsOfWords(state),
    ...(hasStopped(state.ended) ? [] : needsOfForm(state, now)),
    state.newer === undefined && !hasStopped(state.ended) && state.isOver === true && 'WAS_IT_DONE',
  ];
  return needs.filter((each) => each !== false).toSorted((one, other) => NEEDS.indexOf(one) - NEEDS.indexOf(other));
}

/**
 * Words of somebody who signs wait until staff have answered or talked about them, whatever became of the form, and whatever newer version
 * was begun.
 */
function needsOfWords({ status, hasOpenQuestion, hasOpenNote }: NeedState): Conditional[] {
  return isHeard(status) ? [hasOpenQuestion && 'QUESTION', hasOpenNote === true && 'NOTE'] : [];
}

/** The states of a form that was out, and counts or has ended: what was asked and written about it waits for staff. */
export const HEARD_STATUSES = [
  'SENT',
  'PARTIALLY_SIGNED',
  'EXPIRED',
  'SUPERSEDED',
  'SIGNED',
  'WITHDRAWN',
  'DECLINED',
] as const satisfies readonly CaseStatus[];

function isHeard(status: CaseStatus): boolean {
  return HEARD_STATUSES.some((each) => each === status);
}

/** A need, or false where it is none. */
type Conditional = Need | false;

function needsOfForm(state: NeedState, now: number): Conditional[] {
  const { status, waitingFor, openPoints = [], updatedAt, newer } = state;
  const hasOpenPoint = openPointsNow(openPoints, { isSigned: status === 'SIGNED' }).length > 0;
  switch (status) {
    case 'WITHDRAWN':
    case 'DECLINED':
      return [now - Date.parse(updatedAt) <= ENDED_FOR && !isOvertaken(updatedAt, newer) && status];
    case 'EXPIRED':
      return [newer === undefined && now - Date.parse(updatedAt) <= ENDED_FOR && status];
    case 'SIGNED':
      // A lapsed form is not operated on: whatever it leaves open is asked anew.
      return [hasOpenPoint && state.confirmState !== 'LAPSED' && 'TALK'];
    default:
      // A newer version is prepared in the place of this one: nothing more is done to have it signed.
      if (!mayMove(status, 'sign') || newer !== undefined) return [];
      return [
        state.hasWrongDetails && 'DETAILS_WRONG',
        state.hasLockedLink && 'LINK_LOCKED',
        state.isUnsettled && 'DISAGREEMENT',
        hasOpenPoint && 'TALK',
        state.isUnreached === true && 'NOT_REACHED',
        isClinician(waitingFor[0]) && 'SIGNATURE',
        state.hasTimeWish === true && 'MORE_TIME',
        state.hasScan === true && 'SCAN',
      ];
  }
}

/**
 * Whether staff have gone on since an earlier version ended: a newer one was begun, or made ready, after that. One that was begun before
 * says nothing of a no that came later.
 */
function isOvertaken(endedAt: string, newer: NewerVersion | undefined): boolean {
  if (newer === undefined) return false;
  const since = Date.parse(endedAt);
  return Date.parse(newer.createdAt) >= since || (newer.sentAt !== null && Date.parse(newer.sentAt) >= since);
}

type Listed = {
  readonly light: 'RED' | 'AMBER' | 'GREEN';
  /** plain date of the list */
  readonly date: string;
  readonly ended?: CaseEnded | null | undefined;
};

/** The need of a case that is listed soon and whose light is not green; null for any other, and for one that does not go ahead. */
export function listedNeedOf({ light, date, ended }: Listed, horizon: Horizon): Need | null {
  // Done here and not sent yet is nobody's task either.
  const isOff = (ended?.kind === 'CLOSED' && hasStopped(ended)) || (ended?.kind === 'DONE' && light === 'AMBER');
  if (date < horizon.today || date > horizon.aheadUntil || light === 'GREEN' || isOff) return null;
  if (light === 'RED') return 'STOP_LISTED';
  return isUrgent(date, horizon) ? 'NOT_READY_SOON' : 'NOT_READY_LISTED';
}

/** Whether a version waits for a signer who is not its clinician. */
export function waitsForOthers({ status, waitingFor }: Pick<NeedState, 'status' | 'waitingFor'>): boolean {
  return mayMove(status, 'sign') && waitingFor.length > 0 && !isClinician(waitingFor[0]);
}
