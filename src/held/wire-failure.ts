import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';

/** Whether this is one of the ways in which a call may end; anything else is a fault of ours. */
export function isOfTheWire(failure: unknown): boolean {
  return failure instanceof CallFailed || failure instanceof Unreachable || failure instanceof NotSent;
}
