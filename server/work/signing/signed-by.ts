import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { BySigner, SignerAuthor } from '#server/work/cases/event-by.ts';
import { composed } from '#domain/values/composed.ts';
import type { FoundCase } from '#server/work/cases/open-case.ts';

/** The signing route: under the signer's own account, or on a device that was handed over. */
export type SignedBy =
  | { kind: 'own account'; userId: string; name: string }
  | {
      kind: 'handover';
      handoverId: string;
      /** whether it began without a network */
      isOffline: boolean;
    };

/** The routes in words, for the line beside a signature. */
export function signerIds(by: SignedBy): { userId: string | null; handoverId: string | null } {
  return by.kind === 'own account' ? { userId: by.userId, handoverId: null } : { userId: null, handoverId: by.handoverId };
}

/** The author of a signature's event: the signer, also where the clinician's session sends one that was queued offline. */
export function bySigner({ actor }: FoundCase, by: SignedBy, signer: SignerAuthor): BySigner {
  return by.kind === 'own account' && actor.kind === 'staff' ? { signer, account: actor } : { signer };
}

/** The sender of a signature, where that is not the signer, and whether its handover began without a network. */
export function senderNote({ actor }: FoundCase, by: SignedBy): TimelineEvent['detail'] {
  if (actor.kind !== 'staff' || by.kind !== 'handover') return {};
  return { sentBy: actor.name, ...(by.isOffline ? { isOfflineHandover: true } : {}) };
}

/** How a signature came that a clinician's session sent, in words; undefined for one that came from the signer. */
export function carriedWords(events: readonly TimelineEvent[], signature: SignatureOf): string | undefined {
  return sentOnWords(events.findLast((event) => event.type === 'SIGNED' && isOf(event, signature)));
}

/** The same of one event of a signature, under a form or under answers that were given later. */
export function sentOnWords(event: Pick<TimelineEvent, 'detail'> | undefined): string | undefined {
  const detail = event?.detail;
  const sender = detail?.['sentBy'];
  if (typeof sender !== 'string') return undefined;
  return detail?.['isOfflineHandover'] === true
    ? composed`Sent on by ${sender} from a handover without a network`
    : composed`Sent on by ${sender} from the tablet, which had not reached the server at the signature`;
}

type SignatureOf = { readonly consentId: string; readonly role: SignerRole; readonly order: number };

// Events from before places were told name the role alone.
function isOf({ versionId, detail }: TimelineEvent, { consentId, role, order }: SignatureOf): boolean {
  return versionId === consentId && detail['role'] === role && (detail['order'] ?? order) === order;
}
