import { DAY, HOUR } from '#domain/base/limits.ts';
import { isUrgent, type Horizon } from '#domain/cases/horizon.ts';
import type { Need } from '#domain/cases/needs.ts';
import type { TimelineEventType } from '#domain/cases/timeline.ts';

/** Times for which somebody's word that they see to a need holds, ms: of an operation that is listed soon, and of any other [choice]. */
export const CLAIM_LASTS = { urgent: 4 * HOUR, other: 3 * DAY } as const;

/** Events after which a form or a case stands otherwise: whatever waited before waits no more, or waits anew. */
const ANEW = [
  'CONSENT_SENT',
  'RECALLED',
  'REOPENED',
  'RECONSENTED',
  'RESUMED',
  'DECLINED',
  'EXPIRED',
  'ALL_SIGNED',
  'WITHDRAWN',
  'VOIDED',
  'OPERATION_DONE',
  'CASE_CLOSED',
  'END_UNDONE',
  'WITHDRAWN_AFTER',
] as const satisfies readonly TimelineEventType[];

/** The events that end the light of a listed case, or make another one of it. */
const LIGHT = [
  ...ANEW,
  'LISTED',
  'UNLISTED',
  'CONFIRMED',
  'NOT_CONFIRMED',
  'TALKED',
  'BOTH_MEANT',
  'IDENTITY_CHANGE_ACCEPTED',
] as const;

/** The events with which a need ends: a word that somebody sees to it ends with them, and the next need of its kind is nobody's yet. */
export const NEED_ENDED_BY: Readonly<Record<Need, readonly TimelineEventType[]>> = {
  WITHDRAWN: ANEW,
  WITHDRAWN_AFTER: [...ANEW, 'WITHDRAWN_AFTER_SETTLED'],
  DECLINED: ANEW,
  DETAILS_WRONG: [...ANEW, 'IDENTITY_CONFIRMED', 'INTERPRETER_CONFIRMED', 'SIGNED'],
  STOP_LISTED: LIGHT,
  NOT_READY_SOON: LIGHT,
  LINK_LOCKED: [...ANEW, 'LINK_SENT'],
  NOT_REACHED: [...ANEW, 'LINK_SENT'],
  DISAGREEMENT: [...ANEW, 'DISAGREEMENT_SETTLED'],
  QUESTION: [...ANEW, 'QUESTION_ANSWERED'],
  TALK: [...ANEW, 'TALKED'],
  NOTE: ['NOTE_SETTLED'],
  NOT_READY_LISTED: LIGHT,
  SIGNATURE: [...ANEW, 'SIGNED'],
  MORE_TIME: [...ANEW, 'SIGNED', 'HANDOVER_STARTED', 'LINK_SENT'],
  SCAN: [...ANEW, 'SCAN_UPLOADED', 'SCAN_CONFIRMED', 'SCAN_DISCARDED'],
  EXPIRED: ANEW,
  WAS_IT_DONE: [...ANEW, 'LISTED', 'UNLISTED'],
};

type Around = {
  /** plain date; null for a case on no list */
  readonly listedOn: string | null;
  /** epoch ms */
  readonly now: number;
  readonly horizon: Horizon;
};

/** The word of whoever sees to a need now; null where nobody does, or it has run out. @param claims - those that nothing has ended */
export function claimOn<T extends { readonly need: string; readonly at: string }>(
  claims: readonly T[],
  need: Need,
  { listedOn, now, horizon }: Around,
): T | null {
  const lasts = isUrgent(listedOn, horizon) ? CLAIM_LASTS.urgent : CLAIM_LASTS.other;
  return claims.find((each) => each.need === need && now - Date.parse(each.at) < lasts) ?? null;
}
