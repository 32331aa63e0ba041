import { hasStopped, type CaseEnded } from './case-end.ts';
import { mayMove } from './case-machine.ts';
import { openPointsNow, type OpenPoint } from '#domain/consents/open-points.ts';
import { DAY } from '#domain/base/limits.ts';
import { decides, isClinician, type SignerRole } from '#domain/forms/signer-roles.ts';
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

/** The state of a case's newest version, as far as its clinician's next act depends on it. */
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
};

/** A refused, withdrawn or expired consent that nobody touched for so long waits no more, ms [choice]. */
export const ENDED_FOR = 30 * DAY;

/** The reason why a version waits for its clinician; null when it waits for nobody, or for others. @param now - epoch ms */
export function needOf(state: NeedState, now: number): Need | null {
  if (state.ended?.takenBackAt !== undefined) return 'WITHDRAWN_AFTER';
  const spoken = needOfWords(state);
  if (hasStopped(state.ended)) return spoken;
  const needs = [needOfForm(state, now), spoken].flatMap((each) => each ?? []);
  const [worst] = needs.toSorted((one, other) => NEEDS.indexOf(one) - NEEDS.indexOf(other));
  return worst ?? (state.isOver === true ? 'WAS_IT_DONE' : null);
}

/** Words of somebody who has answered wait until staff have answered or talked about them, whatever became of the form. */
function needOfWords({ status, hasOpenQuestion, hasOpenNote }: NeedState): Need | null {
  if (!isAnswered(status)) return null;
  if (hasOpenQuestion) return 'QUESTION';
  return hasOpenNote === true ? 'NOTE' : null;
}

/** The states of a form to which somebody comes back who has answered, and may ask and write. */
export const ANSWERED_STATUSES = ['SIGNED', 'WITHDRAWN', 'DECLINED'] as const satisfies readonly CaseStatus[];

/** Whether somebody may have answered a form in this state, and come back to it. */
function isAnswered(status: CaseStatus): boolean {
  return ANSWERED_STATUSES.some((each) => each === status);
}

function needOfForm(state: NeedState, now: number): Need | null {
  const { status, waitingFor, hasOpenQuestion, hasWrongDetails, hasLockedLink, isUnsettled, openPoints = [], updatedAt } = state;
  const hasOpenPoint = openPointsNow(openPoints, { isSigned: status === 'SIGNED' }).length > 0;
  switch (status) {
    case 'WITHDRAWN':
    case 'DECLINED':
    case 'EXPIRED':
      return now - Date.parse(updatedAt) <= ENDED_FOR ? status : null;
    case 'SIGNED':
      // A lapsed form is not operated on: whatever it leaves open is asked anew.
      return hasOpenPoint && state.confirmState !== 'LAPSED' ? 'TALK' : null;
    default:
      if (!mayMove(status, 'sign')) return null;
      if (hasWrongDetails) return 'DETAILS_WRONG';
      if (hasLockedLink) return 'LINK_LOCKED';
      if (isUnsettled) return 'DISAGREEMENT';
      if (hasOpenQuestion && waitingFor.some(decides)) return 'QUESTION';
      if (hasOpenPoint) return 'TALK';
      if (state.hasOpenNote === true) return 'NOTE';
      if (state.isUnreached === true) return 'NOT_REACHED';
      if (isClinician(waitingFor[0])) return 'SIGNATURE';
      if (state.hasTimeWish === true) return 'MORE_TIME';
      return state.hasScan === true ? 'SCAN' : null;
  }
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
