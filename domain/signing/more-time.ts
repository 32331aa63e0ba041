import { mayMove } from '#domain/cases/case-machine.ts';
import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';
import { isSignerRole, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { CaseStatus } from '#domain/base/states.ts';

/** Somebody who is to sign and has asked for more time. A sheet that came back may not say who. */
export type TimeWish = {
  readonly role: SignerRole | null;
  /** place on the form; null where it is not known */
  readonly order: number | null;
  /** words that came with it; empty without any, and for a reader from whom what people wrote is hidden */
  readonly comments: string;
};

type WishEvent = Pick<TimelineEvent, 'type' | 'versionId' | 'detail'> & {
  readonly actor: { readonly role: string; readonly kind?: TimelineEvent['actor']['kind'] };
};

/** Acts with which a wish for more time ends: an answer, or a form that staff bring anew. */
export const MORE_TIME_ENDED_BY = [
  'SIGNED',
  'DECLINED',
  'HANDOVER_STARTED',
  'LINK_SENT',
] as const satisfies readonly TimelineEventType[];

/**
 * The signers of one version who have asked for more time since it was made ready, and to whom nobody has come back; the latest comes last.
 *
 * @param timeline - of its case, in order
 */
export function timeWishes(timeline: readonly WishEvent[], consentID: string): TimeWish[] {
  let wishes: TimeWish[] = [];
  for (const { type, versionId, actor, detail } of timeline) {
    if (versionId !== consentID) continue;
    if (type === 'CONSENT_SENT') wishes = [];
    const isWish = type === 'MORE_TIME';
    if (!isWish && !MORE_TIME_ENDED_BY.some((each) => each === type)) continue;
    // A link that somebody asks for at the public address is no sign of staff.
    if (type === 'LINK_SENT' && actor.kind === 'SYSTEM') continue;
    const signer = signerOf(detail, actor.role);
    wishes = wishes.filter((each) => !isSameSigner(each, signer));
    const { comments = '' } = detail;
    if (isWish) wishes.push({ ...signer, comments: typeof comments === 'string' ? comments : '' });
  }
  return wishes;
}

type VersionOfWishes = {
  readonly consentID: string;
  readonly status: CaseStatus;
  readonly waitingFor: readonly SignerRole[];
  readonly timeline: readonly WishEvent[];
};

/** The wishes of those for whom the form still waits. */
export function openTimeWishes({ consentID, status, waitingFor, timeline }: VersionOfWishes): TimeWish[] {
  if (!mayMove(status, 'sign')) return [];
  return timeWishes(timeline, consentID).filter(({ role }) => role === null || waitingFor.includes(role));
}

type Signer = Omit<TimeWish, 'comments'>;

/** A tablet names the signer in the detail of what it has not sent yet, the server by the author. */
function signerOf({ role, order, signing_order = order }: TimelineEvent['detail'], author: string): Signer {
  const named = typeof role === 'string' ? role : author;
  const nth = Number(signing_order ?? Number.NaN);
  return { role: isSignerRole(named) ? named : null, order: Number.isInteger(nth) ? nth : null };
}

// Two parents share a role, and what a tablet has not sent may lack the place.
function isSameSigner(one: Signer, other: Signer): boolean {
  if (one.role === null || other.role === null) return true;
  return one.role === other.role && (one.order === null || other.order === null || one.order === other.order);
}
