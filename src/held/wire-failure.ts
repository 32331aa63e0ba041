import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';

/** Whether the same call may go well a little later: no answer, or a server that has too much to do or fails. */
export function mayPass(failure: unknown): boolean {
  if (failure instanceof Unreachable) return true;
  return failure instanceof CallFailed && (failure.status >= 500 || failure.status === 408 || failure.status === 429);
}

/** Whether this is one of the ways in which a call may end; anything else is a fault of ours. */
export function isOfTheWire(failure: unknown): boolean {
  return failure instanceof CallFailed || failure instanceof Unreachable || failure instanceof NotSent;
}
