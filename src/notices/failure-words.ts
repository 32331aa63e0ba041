import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import { FAILURES } from '#domain/messages.ts';
import { StorageFull } from '#store/quota.ts';

/** Said when no answer came. Whether the server acted is not known, so nothing is promised. */
export const NO_ANSWER = 'The server cannot be reached. What you typed is still here. Please try again in a moment.';

/** Said when not even this tablet could keep it. */
export const NO_ROOM =
  'The storage of this tablet is full, so this is not saved. Please free some space on the tablet, or send what waits, and try again.';

/** Said of what was refused because the session had ended: it is read only after the next sign-in, which the veil asks for. */
export const ENDED_MEANWHILE = 'Your session had ended, so this was not done. Please try again.';

/** One thing that is wrong; `path` is the field of the call, empty when it is about none. */
export type Problem = { readonly path: string; readonly message: string };

/** The sentence for a failure: the server's own words as they are (spec §8), else ours. */
export function failureWords(failure: unknown): string {
  if (failure instanceof CallFailed) return failure.code === 'SIGN_IN' ? ENDED_MEANWHILE : failure.message;
  if (failure instanceof Unreachable) return NO_ANSWER;
  if (failure instanceof StorageFull) return NO_ROOM;
  if (failure instanceof NotSent) return failure.fields[0]?.message ?? FAILURES.INVALID.message;
  return FAILURES.FAILED.message;
}

/** Everything that is wrong, field by field where the failure says so; never empty. */
export function failureProblems(failure: unknown): Problem[] {
  const fields = failure instanceof CallFailed || failure instanceof NotSent ? failure.fields : [];
  if (fields.length > 0) return fields.map(({ path, message }) => ({ path, message }));
  return [{ path: '', message: failureWords(failure) }];
}

/** Whether trying again may help without anything being changed first. */
export function isTransient(failure: unknown): boolean {
  return failure instanceof Unreachable || (failure instanceof CallFailed && (failure.status >= 500 || failure.status === 429));
}
