import { mayMove } from './case-machine.ts';
import { DAY } from './limits.ts';
import type { CaseStatus, SignerRole } from './states.ts';

/** Reasons why a consent waits for its clinician, worst first. */
export const NEEDS = ['WITHDRAWN', 'DECLINED', 'DETAILS_WRONG', 'QUESTION', 'SIGNATURE', 'EXPIRED'] as const;
export type Need = (typeof NEEDS)[number];

/** The state of a case's newest version, as far as its clinician's next act depends on it. */
type NeedState = {
  readonly status: CaseStatus;
  /** in signing order */
  readonly waitingFor: readonly SignerRole[];
  readonly hasOpenQuestion: boolean;
  /** whether the patient said that the details on the form are wrong */
  readonly hasWrongDetails: boolean;
  /** ISO */
  readonly updatedAt: string;
};

/** A refused, withdrawn or expired consent that nobody touched for so long waits no more, ms [choice]. */
const ENDED_FOR = 30 * DAY;

/** Events that tell whether the patient took the details on the form for right. */
export const IDENTITY_EVENTS: ReadonlySet<string> = new Set(['IDENTITY_CONFIRMED', 'IDENTITY_REFUSED', 'CONSENT_SENT']);

/** Whether the patient's last word on the details since the form was made ready is that they are wrong. @param timeline - in order */
export function hasRefusedIdentity({
  status,
  waitingFor,
  timeline,
}: Pick<NeedState, 'status' | 'waitingFor'> & { readonly timeline: readonly { readonly type: string }[] }): boolean {
  if (!mayMove(status, 'sign') || !waitingFor.includes('PATIENT')) return false;
  return timeline.findLast(({ type }) => IDENTITY_EVENTS.has(type))?.type === 'IDENTITY_REFUSED';
}

/** The reason why a version waits for its clinician; null when it waits for nobody, or for others. @param now - epoch ms */
export function needOf({ status, waitingFor, hasOpenQuestion, hasWrongDetails, updatedAt }: NeedState, now: number): Need | null {
  switch (status) {
    case 'WITHDRAWN':
    case 'DECLINED':
    case 'EXPIRED':
      return now - Date.parse(updatedAt) <= ENDED_FOR ? status : null;
    default:
      if (!mayMove(status, 'sign')) return null;
      if (hasWrongDetails) return 'DETAILS_WRONG';
      if (hasOpenQuestion && waitingFor.includes('PATIENT')) return 'QUESTION';
      return waitingFor[0] === 'CLINICIAN' ? 'SIGNATURE' : null;
  }
}

/** Whether a version waits for a signer who is not its clinician. */
export function waitsForOthers({ status, waitingFor }: Pick<NeedState, 'status' | 'waitingFor'>): boolean {
  return mayMove(status, 'sign') && waitingFor.length > 0 && waitingFor[0] !== 'CLINICIAN';
}
