import { Unreachable } from '#contract/engine/call.ts';

/** A call was not made because the session was opened without the server, although the server is reached: a sign-in is missing. */
export class SignInNeeded extends Unreachable {
  override name = 'SignInNeeded';
}
