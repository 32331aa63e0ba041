import { CallFailed, NotSent, Unreachable } from '#contract/call.ts';
import type { Problem } from '../ask.ts';
import { takeBackTexts } from './texts.ts';

/** What a failed sign-in means to whoever tries to take the tablet back. Anything else is thrown on. */
export function signInProblems(error: unknown): Problem[] {
  if (error instanceof Unreachable) return [{ message: navigator.onLine ? takeBackTexts.silence : takeBackTexts.network }];
  if (!(error instanceof NotSent || error instanceof CallFailed)) throw error;
  if (error.fields.length > 0) return error.fields.map(({ path, message }) => ({ field: path, message }));
  return [{ message: error.message }];
}
