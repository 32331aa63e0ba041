import type { SignerRole } from '#domain/states.ts';
import { handoverById } from '#server/data/consents/handovers.ts';
import { Refused } from '#server/api-error.ts';
import type { OpenCase } from './open-case.ts';
import { carriedFor, carrierNote, type SignedBy } from './signed-by.ts';
import type { Actor, TimelineEvent } from '#domain/timeline.ts';

/** What a kept call says of the handover in which it was made. */
export type HandoverCarrier = { readonly role?: SignerRole | undefined; readonly handoverId?: string | undefined };

/**
 * The handover that somebody acts in: their ticket's, or, when the device was offline, the one of this very version and role that
 * the clinician who brings it has started.
 *
 * @throws Refused FORBIDDEN for a session that reaches for anything else
 */
export async function handoverOf(
  { db, consent, actor }: OpenCase,
  { role, handoverId }: HandoverCarrier,
): Promise<{ id: string; role: SignerRole }> {
  if (actor.kind === 'ticket') return { id: actor.handoverId, role: actor.role };
  const handover = handoverId === undefined ? undefined : await handoverById(db, consent.organisation_id, handoverId);
  if (handover?.consent_id !== consent.id || handover.role !== role || handover.user_id !== actor.userId)
    throw new Refused('FORBIDDEN');
  return { id: handover.id, role: handover.role };
}

/** In the timeline the signer has said it, and where the clinician brought it, by whom it was sent. */
export function actorOfCall(
  open: OpenCase,
  { id, role, name }: { id: string; role: SignerRole; name: string },
): { signerName: string; actor?: Actor; detail: NonNullable<TimelineEvent['detail']> } {
  const by: SignedBy = { kind: 'handover', handoverId: id };
  return { signerName: name, ...carriedFor(open, by, { name, role }), detail: carrierNote(open, by) ?? {} };
}
