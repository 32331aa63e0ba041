import { CallFailed } from '#contract/engine/call.ts';
import { isUnanswered } from '#contract/engine/retry.ts';
import { currentTicket } from '#src/session/handover.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import { takeBackTexts } from './texts.ts';
import { discardToken } from './unlock-offline.ts';

type ServerUnlock = {
  /** Calls the server with the proof, and goes on with its answer. */
  readonly unlock: (limit: { readonly limitMs?: number }) => Promise<void>;
  /** Unlocks without the server, which did not answer. */
  readonly openWithout: () => Promise<void> | void;
  /** Explains another refusal than that of too many tries. */
  readonly explain: (failure: CallFailed) => Promise<void> | void;
  /** Only a full sign-in is accepted any more. */
  readonly onSignIn: (why: string) => void;
};

/** Ends the handover at the server by the password or the tablet PIN, or without it by what this tablet knows. */
export async function unlockAtServer({ unlock, openWithout, explain, onSignIn }: ServerUnlock): Promise<void> {
  const userHash = currentTicket()?.userHash;
  try {
    // A tablet with a vault need not wait long: it can check by itself.
    await unlock(userHash === undefined ? {} : { limitMs: FALLBACK_TIMEOUT });
  } catch (error) {
    if (isUnanswered(error)) return openWithout();
    if (!(error instanceof CallFailed)) throw error;
    if (error.status !== 429) return explain(error);
    if (userHash !== undefined) await discardToken(userHash);
    onSignIn(takeBackTexts.unlock.tooMany);
  }
}
