import type { CaseStatus } from '#domain/base/states.ts';

export const REFERRAL_STATUSES = ['DRAFT', 'UNDER_REVIEW', 'ACCEPTED', 'MORE_INFO', 'REJECTED', 'CLOSED'] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];

export const REFERRAL_MOVES = ['ACCEPT', 'ASK', 'REPLY', 'REJECT', 'CLOSE'] as const;
export type ReferralMove = (typeof REFERRAL_MOVES)[number];

/** The two sides of a referral; a person may be on both. */
export const REFERRAL_SIDES = ['REFERRER', 'ADDRESSEE'] as const;
export type ReferralSide = (typeof REFERRAL_SIDES)[number];

/** Files of one referral, and characters of a question, an answer or a reason (interop.md section 7, [choice]). */
export const ATTACHMENTS_MOST = 10;
export const REFERRAL_TEXT_MOST = 5000;

type Rule = {
  readonly by: readonly ReferralSide[];
  readonly from: readonly ReferralStatus[];
  readonly to: ReferralStatus;
  readonly needsText: boolean;
  /** the status of the case after the move; undefined leaves it as it is */
  readonly record?: CaseStatus;
};

/** interop.md section 7. A referral that was closed is not closed again [choice]. */
const RULES: Readonly<Record<ReferralMove, Rule>> = {
  ACCEPT: { by: ['ADDRESSEE'], from: ['UNDER_REVIEW'], to: 'ACCEPTED', needsText: false, record: 'DRAFT' },
  ASK: { by: ['ADDRESSEE'], from: ['UNDER_REVIEW'], to: 'MORE_INFO', needsText: true },
  REPLY: { by: ['REFERRER'], from: ['DRAFT', 'MORE_INFO'], to: 'UNDER_REVIEW', needsText: true },
  REJECT: { by: ['ADDRESSEE'], from: ['UNDER_REVIEW', 'MORE_INFO'], to: 'REJECTED', needsText: true, record: 'VOIDED' },
  CLOSE: {
    by: REFERRAL_SIDES,
    from: ['DRAFT', 'UNDER_REVIEW', 'ACCEPTED', 'MORE_INFO'],
    to: 'CLOSED',
    needsText: false,
    record: 'VOIDED',
  },
};

/** Whether a person on these sides may ever take this move; the status is asked for by {@link mayMoveReferral}. */
export function isMoveOf(sides: readonly ReferralSide[], move: ReferralMove): boolean {
  return RULES[move].by.some((side) => sides.includes(side));
}

/** Whether a referral in this status may take this move. */
export function mayMoveReferral(status: ReferralStatus, move: ReferralMove): boolean {
  return RULES[move].from.includes(status);
}

/** Whether a move needs words: a question, an answer or a reason. */
export function needsText(move: ReferralMove): boolean {
  return RULES[move].needsText;
}

/** The moves that are open to a person on these sides. */
export function openMoves(status: ReferralStatus, sides: readonly ReferralSide[]): ReferralMove[] {
  return REFERRAL_MOVES.filter((move) => isMoveOf(sides, move) && mayMoveReferral(status, move));
}

/** The status of a referral after a move, and of its case: undefined where the case stays as it is. */
export function afterMove(
  status: ReferralStatus,
  move: ReferralMove,
): { referral: ReferralStatus; record: CaseStatus | undefined } {
  const { to, record } = RULES[move];
  // An accepted case has become the clinician's: closing the conversation ends no treatment.
  return { referral: to, record: status === 'ACCEPTED' ? undefined : record };
}

/** Whether a referral has ended: its referrer then reads the referral, and neither patient nor case. */
export function hasEnded(status: ReferralStatus): boolean {
  return status === 'REJECTED' || status === 'CLOSED';
}

/** Whether files may be added: until the end. */
export function mayAttach(status: ReferralStatus): boolean {
  return !hasEnded(status);
}
