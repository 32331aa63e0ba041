import { CallFailed, NotSent, Unreachable } from '#contract/engine/call.ts';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { takeBackTexts } from './texts.ts';

/** Problems to show for a failed sign-in that was to take the tablet back. Any other error is rethrown. */
export function signInProblems(error: unknown): SignerCallProblem[] {
  if (error instanceof Unreachable) return [{ message: navigator.onLine ? takeBackTexts.silence : takeBackTexts.network }];
  if (!(error instanceof NotSent || error instanceof CallFailed)) throw error;
  if (error.fields.length > 0) return error.fields.map(({ path, message }) => ({ field: path, message }));
  return [{ message: error.message }];
}
