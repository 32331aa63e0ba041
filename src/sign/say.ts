import { Unreachable } from '#contract/call.ts';
import { signing } from '#contract/signing.ts';
import { currentTicket } from '#src/session/handover.ts';
import { ask } from './ask.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { whenKept, type AnswerTo, type SaidCall, type Saying } from './kept.ts';

/** Where what was said is now: at the hospital, or saved on this tablet until the clinician's session sends it. */
export type Said<K extends SaidCall> = { readonly kind: 'sent'; readonly answer: AnswerTo<K> } | { readonly kind: 'kept' };

/**
 * Says something to the hospital with the ticket; where no answer comes in time, or something said before still waits here, it is
 * saved on this tablet, if this handover was given a vault. By both ways it has the same key and the same body: it counts once. What
 * the hospital has heard is known to that vault afterwards.
 *
 * @throws as {@link ask}; Unreachable where it could be neither sent nor saved
 */
export async function say<K extends SaidCall>(given: Saying<K>): Promise<Said<K>> {
  const ticket = currentTicket();
  const keeping = await whenKept(ticket);
  if (ticket === null || keeping === null) return { kind: 'sent', answer: await send(given) };
  const { role, handoverId } = ticket;
  const saying: Saying<K> = { ...given, input: { ...given.input, role, handoverId } };
  if (!keeping.hasWaiting()) {
    try {
      const answer = await send(saying, SHORT_WAIT);
      // It is said, whatever becomes of the copy.
      await keeping.heard(saying, answer).catch(() => undefined);
      return { kind: 'sent', answer };
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
    }
  }
  await keeping.keep(saying);
  return { kind: 'kept' };
}

function send<K extends SaidCall>({ call, input, key }: Saying<K>, limitMs?: number): Promise<AnswerTo<K>> {
  return ask<(typeof signing)[K]>(signing[call], input, { key, ...(limitMs === undefined ? {} : { limitMs }) });
}
