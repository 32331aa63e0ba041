import { isSignerRole } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent, TimelineEventType } from './timeline.ts';

/** The ends of a copy that no link carries: on paper in somebody's hand, or not wanted. */
export const COPY_OUTCOMES = ['PRINTED', 'NOT_WANTED'] as const;
export type CopyOutcome = (typeof COPY_OUTCOMES)[number];

/** The event of each. */
export const COPY_EVENTS = {
  PRINTED: 'COPY_PRINTED',
  NOT_WANTED: 'COPY_NOT_WANTED',
} as const satisfies Record<CopyOutcome, TimelineEventType>;

/** The state of somebody's copy: nothing yet, a link by a mail or a code, or an end without one; `at` ISO. */
export type CopyState = { readonly way: 'NONE' } | { readonly way: 'EMAIL' | 'QR' | CopyOutcome; readonly at: string };

type OfSigner = { readonly consentID: string; readonly order: number };
type CaseEvent = Pick<TimelineEvent, 'type' | 'versionId' | 'at' | 'detail'>;

const OF_LINKS: ReadonlySet<string> = new Set(['LINK_SENT', 'LINK_ENDED', 'LINK_LOCKED']);

/** Whether a link to this form is out: the timeline tells of links to copies as well, which no list of links has. */
export function isCopyLinkOut(events: readonly CaseEvent[], { consentID, order }: OfSigner): boolean {
  const last = events.findLast(
    ({ type, versionId, detail }) => OF_LINKS.has(type) && versionId === consentID && detail['order'] === order,
  );
  return last?.type === 'LINK_SENT';
}

/**
 * The state of the copy of one signer of a version: the newest event that happened since its seal. A mail that nobody took, and a link that staff
 * have ended, gave none.
 *
 * @param events - of the case, oldest first
 */
export function copyStateOf(events: readonly CaseEvent[], { consentID, order }: OfSigner): CopyState {
  const sealed = events.findIndex(({ type, versionId }) => type === 'SEALED' && versionId === consentID);
  const own = events
    .slice(sealed + 1)
    .filter(({ versionId, detail }) => versionId === consentID && detail['order'] === order && isSignerRole(detail['role']));
  for (const { type, at, detail } of own.toReversed()) {
    const outcome = COPY_OUTCOMES.find((each) => COPY_EVENTS[each] === type);
    if (outcome !== undefined) return { way: outcome, at };
    if (type === 'NOT_REACHED' || (type === 'LINK_ENDED' && detail['by'] === 'STAFF')) return { way: 'NONE' };
    if (type === 'LINK_SENT') return { way: detail['channel'] === 'QR' ? 'QR' : 'EMAIL', at };
  }
  return { way: 'NONE' };
}
