import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { handoverById, hasTicket } from '#server/data/signing/handovers.ts';
import { Refused } from '#server/api-error.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { senderNote, type SignedBy } from './signed-by.ts';
import type { BySigner, SignerAuthor } from '#server/work/cases/event-by.ts';
import { countEventsSince } from '#server/data/cases/timeline.ts';
import type { TimelineEvent, TimelineEventType } from '#domain/cases/timeline.ts';

/** Answers, questions and words other than a signature or a no that one handover takes [choice]. */
export const HANDOVER_ANSWERS_MOST = 50;

/** The handover that a queued call names. */
export type HandoverCarrier = {
  readonly role?: SignerRole | undefined;
  readonly signing_order?: number | undefined;
  readonly handoverId?: string | undefined;
};

/** A handover as the calls in it need it; `order`: the signer's place, undefined where a build before stored none. */
type Handover = { id: string; role: SignerRole; order: number | undefined; isOffline: boolean };

/**
 * The handover of a call: that of the ticket, or, for a call that a tablet queued without a network, the one of the same version and
 * role that this clinician started.
 *
 * @param isWarning - "this is not me", which a clinician sends on by any way: nobody signs after it
 * @throws Refused FORBIDDEN for any other session and for another role than the ticket's, SIGNER_ALONE for a call that no tablet queued, WITH_SIGNER from the session whose
 *   ticket is with the signer: that passes, and what was queued is lost by no refusal
 */
export async function handoverOf(
  { db, consent, actor, isQueued, now }: OpenCase,
  { role, signing_order: order, handoverId }: HandoverCarrier,
  { isWarning = false }: { isWarning?: boolean } = {},
): Promise<Handover> {
  if (actor.kind === 'ticket') {
    if (role !== undefined && role !== actor.role) throw new Refused('FORBIDDEN');
    // Two parents share a role: the ticket of one is no ticket of the other.
    if (order !== undefined && actor.signingOrder !== undefined && order !== actor.signingOrder) throw new Refused('FORBIDDEN');
    return { id: actor.handoverId, role: actor.role, order: actor.signingOrder ?? order, isOffline: false };
  }
  const handover = handoverId === undefined ? undefined : await handoverById(db, consent.organisation_id, handoverId);
  if (handover?.consent_id !== consent.id || handover.role !== role || handover.user_id !== actor.userId)
    throw new Refused('FORBIDDEN');
  if (order !== undefined && handover.signing_order !== null && order !== handover.signing_order) throw new Refused('FORBIDDEN');
  const found = {
    id: handover.id,
    role: handover.role,
    order: handover.signing_order ?? order,
    isOffline: handover.is_queued,
  };
  if (isWarning) return found;
  if (!isQueued) throw new Refused('SIGNER_ALONE');
  // A tablet with a ticket and a network has no use for this session before it is taken back.
  const isOpen = !handover.is_queued && handover.ended_at === null && handover.session_id === actor.sessionId;
  if (isOpen && (await hasTicket(db, { organisationId: consent.organisation_id, handoverId: handover.id, now })))
    throw new Refused('WITH_SIGNER');
  return found;
}

const ANSWERS: readonly TimelineEventType[] = [
  'IDENTITY_CONFIRMED',
  'IDENTITY_REFUSED',
  'ANSWERS_GIVEN',
  'MORE_TIME',
  'QUESTION_ASKED',
];

/** Bounds what one handover writes into the record. @throws Refused ANSWERS_FULL; a signature and a no are never refused by it */
export async function refuseFlood(open: OpenCase, handoverId: string): Promise<void> {
  if (await isFull(open, handoverId)) throw new Refused('ANSWERS_FULL');
}

/** Whether a handover has written as many answers into the record as it may. @param types - those that count */
export async function isFull(
  { db, consent, record }: OpenCase,
  handoverId: string,
  types: readonly TimelineEventType[] = ANSWERS,
): Promise<boolean> {
  const handover = await handoverById(db, consent.organisation_id, handoverId);
  if (handover === undefined) return false;
  const version = { organisationId: consent.organisation_id, caseId: record.id, versionId: consent.id };
  const answers = await countEventsSince(db, version, { types, since: handover.started_at });
  return answers >= HANDOVER_ANSWERS_MOST;
}

/** The author of a call's event, which is the signer, and the clinician as the sender of a queued one. */
export function actorOfCall(
  open: OpenCase,
  { id, isOffline }: Pick<Handover, 'id' | 'isOffline'>,
  signer: SignerAuthor,
): { by: BySigner; detail: NonNullable<TimelineEvent['detail']> } {
  const by: SignedBy = { kind: 'handover', handoverId: id, isOffline };
  return { by: { signer }, detail: senderNote(open, by) ?? {} };
}
