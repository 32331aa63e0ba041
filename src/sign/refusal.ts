import { currentTicket } from '#src/session/handover.ts';
import { say } from './say.ts';
import { untilAnswered } from './until-answered.ts';

// The key of a "this is not me" that the server has not answered yet; it lives through a reload, so that one refusal stays one.
const REFUSAL_KEY = 'assent.refusal';

/** Tells the hospital that somebody else's form was shown, and goes on until it is told. The page need not wait for it. */
export function refuseIdentity(): void {
  sessionStorage.setItem(REFUSAL_KEY, crypto.randomUUID());
  resumeRefusal();
}

/** After a reload: goes on telling what {@link refuseIdentity} could not tell yet, if there is such a thing. */
export function resumeRefusal(): void {
  const key = sessionStorage.getItem(REFUSAL_KEY);
  const consentID = currentTicket()?.consentID;
  if (key === null || consentID === undefined) return;
  const tell = () => say({ call: 'recordIdentity', input: { consentID, confirmed: false }, key });
  void untilAnswered(tell, (ms) => new Promise((resolve) => setTimeout(resolve, ms))).then(forgetRefusal);
}

/** Nothing is left to tell, or the handover is over and its ticket with it. */
export function forgetRefusal(): void {
  sessionStorage.removeItem(REFUSAL_KEY);
}
