import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { NetworkNeeded } from '#src/offline/write.ts';
import { StorageUnavailable } from '#store/db/open-within.ts';
import { StorageLost } from '#store/db/vault-mark.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { StorageFull } from '#store/session/quota.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { NO_ANSWER, NO_ANSWER_TO_FORM } from './no-answer.ts';

/** Message for a call without a session at the server, although the server is reached. */
export const SIGN_IN_FIRST = 'You are not signed in to the server. Please sign in, then try again.';
/** As {@link SIGN_IN_FIRST}, above a form. */
export const SIGN_IN_FIRST_FOR_FORM =
  'You are not signed in to the server. What you typed is still here. Please sign in, then try again.';

/** Message when contact details that no tablet stores could not reach the server. */
export const NETWORK_NEEDED =
  'This needs the network, so it is not saved. The address, telephone and email of this patient are hidden, and no tablet stores them. What you typed is still here. Please save again with a network.';

/** Message when this tablet could not store the change either. */
export const NO_ROOM =
  'The storage of this tablet is full, so this is not saved. Please free some space on the tablet, or send what waits, and try again.';

/** Message when this browser had cleared the vault that the change was to be stored in. */
export const STORAGE_LOST =
  'This browser has cleared what was saved on this tablet, so this is not saved. What you typed is still here. Read the notice, then save again.';

/** Message when the storage of this browser answers nothing any more, on fresh connections neither. */
export const STORE_BROKEN =
  'The storage of this tablet does not answer, so this is not saved. What you typed is still here. Copy it, close the browser and open it again; if that does not help, use another tablet and ask your IT support.';

/**
 * Message for a change that was refused because the session had ended: read only after the next sign-in, which the overlay asks
 * for.
 */
export const ENDED_MEANWHILE = 'Your session had ended, so this was not done. Please try again.';

/** One problem; `path` is the field of the call, empty when it concerns none. */
export type CallProblem = { readonly path: string; readonly message: string };

/** Message for a failure: the server's own words unchanged (spec §8), else ours. It says nothing of typed words: see {@link failureProblems}. */
export function failureWords(failure: unknown): string {
  if (failure instanceof CallFailed) return failure.code === 'SIGN_IN' ? ENDED_MEANWHILE : failure.message;
  if (failure instanceof SignInNeeded) return SIGN_IN_FIRST;
  if (failure instanceof NetworkNeeded) return NETWORK_NEEDED;
  if (failure instanceof Unreachable) return NO_ANSWER;
  if (failure instanceof StorageFull) return NO_ROOM;
  if (failure instanceof StorageUnavailable) return STORE_BROKEN;
  if (failure instanceof StorageLost) return STORAGE_LOST;
  if (failure instanceof NotSent) return failure.fields[0]?.message ?? FAILURES.INVALID.message;
  return FAILURES.FAILED.message;
}

/** All problems of a form that was refused, by field if the failure names fields; never empty. Where no answer came, what was typed stays. */
export function failureProblems(failure: unknown): CallProblem[] {
  const fields = failure instanceof CallFailed || failure instanceof NotSent ? failure.fields : [];
  if (fields.length > 0) return fields.map(({ path, message }) => ({ path, message }));
  return [{ path: '', message: formFailureWords(failure) }];
}

function formFailureWords(failure: unknown): string {
  if (failure instanceof SignInNeeded) return SIGN_IN_FIRST_FOR_FORM;
  return failure instanceof Unreachable ? NO_ANSWER_TO_FORM : failureWords(failure);
}

/** As failureProblems, each with the form field that its path belongs to; without one when the form has no such field. */
export function fieldProblems(failure: unknown, fields: readonly string[]): FieldProblem[] {
  return failureProblems(failure).map(({ path, message }) => ({
    field: fields.find((each) => path === each || path.startsWith(`${each}.`)),
    message,
  }));
}
