import { notNow } from '#server/work/cases/not-now.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { Refused } from '#server/api-error.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import { actorOfCall, handoverOf, type HandoverCarrier } from './handover.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { findSigner } from '#server/work/cases/signer-of-call.ts';

/** The signer who makes a call, the handover of the call, and its author in the timeline. */
export type Speaker = {
  readonly me: RecipientRow;
  readonly handover: Awaited<ReturnType<typeof handoverOf>>;
  readonly event: ReturnType<typeof actorOfCall>;
};

/**
 * The speaker of a call.
 *
 * @throws Refused FORBIDDEN for a signer that this version does not have, MOVE_REFUSED where it was taken back from the ticket's signer
 */
export async function speakerOf(open: OpenCase, carried: HandoverCarrier, how: { isWarning?: boolean } = {}): Promise<Speaker> {
  const handover = await handoverOf(open, carried, how);
  const me = await findSigner(open, handover);
  const isTakenBack = open.actor.kind === 'ticket' && !mayMove(open.consent.status, 'sign');
  if (me === undefined) throw isTakenBack ? notNow(open) : new Refused('FORBIDDEN');
  return { me, handover, event: actorOfCall(open, handover, me) };
}

/** As {@link speakerOf}. @throws Refused ALREADY_SIGNED once this signer has signed */
export async function signerOfCall(open: OpenCase, carried: HandoverCarrier): Promise<Speaker> {
  const speaker = await speakerOf(open, carried);
  if (speaker.me.state === 'SIGNED') throw new Refused('ALREADY_SIGNED');
  return speaker;
}
