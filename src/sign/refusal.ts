import { CallFailed } from '#contract/call.ts';
import type { SignerRole } from '#domain/states.ts';
import { currentTicket } from '#src/session/handover.ts';
import type { Saying } from './kept.ts';
import { say } from './say.ts';
import { untilAnswered } from './until-answered.ts';

// The key of a "this is not me" that nobody has heard yet, and of which form. It outlives this tab: whoever ends the handover passes it on.
const REFUSAL_KEY = 'assent.refusal';

/** Tells the hospital that somebody else's form was shown, and goes on until it is told. The page need not wait for it. */
export function refuseIdentity(): void {
  const ticket = currentTicket();
  if (ticket === null) return;
  localStorage.setItem(REFUSAL_KEY, [crypto.randomUUID(), ticket.consentID, ticket.role, ticket.handoverId].join());
  resumeRefusal();
}

/** What {@link refuseIdentity} has told nobody yet, as it is said by every way: it counts once. Null when nothing is left to tell. */
export function pendingRefusal(): Saying<'recordIdentity'> | null {
  const ids = localStorage.getItem(REFUSAL_KEY)?.split(',');
  if (ids?.length !== 4) return null;
  // Only refuseIdentity writes it, and what does not fit the call is not sent.
  const [key, consentID, role, handoverId] = ids as [string, string, SignerRole, string];
  return { call: 'recordIdentity', input: { consentID, confirmed: false, role, handoverId }, key };
}

/**
 * After a reload: goes on telling what {@link refuseIdentity} could not tell yet, if there is such a thing. A no of the server, as to
 * a ticket that has ended, is not forgotten: who takes the tablet back may tell it still. Of a form that has moved on nobody is asked.
 */
export function resumeRefusal(): void {
  const saying = pendingRefusal();
  if (saying === null) return;
  const tell = async () => {
    // Passed on, or left behind, by whoever took the tablet back in another tab.
    if (pendingRefusal()?.key !== saying.key) return;
    await say(saying).catch((failure: unknown) => {
      if (!hasMovedOn(failure)) throw failure;
    });
    forgetRefusal();
  };
  void untilAnswered(tell, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
}

/** Whether a call was refused because nobody signs this form any more. */
export function hasMovedOn(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.code === 'MOVE_REFUSED';
}

/** Nothing is left to tell. */
export function forgetRefusal(): void {
  localStorage.removeItem(REFUSAL_KEY);
}
