import { hasInk } from '#domain/values/ink.ts';
import { CallFailed, NotSent } from '#contract/engine/call.ts';
import { isRetryable } from '#contract/engine/retry.ts';
import { isPlainDate } from '#domain/values/plain-date.ts';
import type { LinkNeed } from '#domain/signing/link-needs.ts';
import type { SignerCallProblem } from '#src/sign/api.ts';
import type { LinkTexts } from '#src/sign/texts/link-texts.ts';
import type { Texts } from '#src/sign/texts/texts.ts';
import type { WhoAnswers } from './link-calls.ts';

/** The typed proof of identity. */
export type WhoInput = {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly lastName: string;
  readonly name: string;
  readonly code: string;
};
export const NO_WHO_INPUT: WhoInput = { day: '', month: '', year: '', lastName: '', name: '', code: '' };

/** Field of a problem with all answers together: the page never reveals which of them is wrong. */
export const WHO_GROUP = 'who';

/** The answers to send, or what is missing, each with its field. */
export function whoAnswersOf(
  needs: readonly LinkNeed[],
  input: WhoInput,
  who: LinkTexts['who'],
): WhoAnswers | readonly SignerCallProblem[] {
  const [lastName, name, code] = [input.lastName.trim(), input.name.trim(), input.code.trim()];
  if (needs.includes('code')) {
    const missing = [...missingIn(name, 'name', who.noName), ...missingIn(code, 'code', who.noCode)];
    return missing.length > 0 ? missing : { name, code };
  }
  const dateOfBirth = birthDateOf(input);
  const missing = [...missingIn(dateOfBirth, 'day', who.noBirth), ...missingIn(lastName, 'lastName', who.noLastName)];
  return missing.length > 0 ? missing : { dateOfBirth, lastName };
}

/** The problems that a failed call shows on the page. @throws the failure where it is a defect */
export function whoProblems(failure: unknown, words: Texts, who: LinkTexts['who']): readonly SignerCallProblem[] {
  if (failure instanceof CallFailed && failure.code === 'IDENTITY_MISMATCH') {
    const left = triesLeftIn(failure.data);
    return [{ field: WHO_GROUP, message: left === undefined ? who.unsure : who.wrong(left) }];
  }
  if (failure instanceof NotSent) return [{ field: WHO_GROUP, message: who.unsure }];
  if (isRetryable(failure))
    return [failure instanceof CallFailed ? { message: failure.message, isEnglish: true } : { message: words.silence }];
  if (failure instanceof CallFailed) return [{ message: failure.message, isEnglish: true }];
  throw failure;
}

function missingIn(answer: string, field: string, message: string): SignerCallProblem[] {
  return hasInk(answer) ? [] : [{ field, message }];
}

// Empty where it is no date.
function birthDateOf({ day, month, year }: WhoInput): string {
  const [d, m, y] = [day, month, year].map((each) => each.trim());
  const date = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`;
  return isPlainDate(date) ? date : '';
}

function triesLeftIn(data: unknown): number | undefined {
  const left = typeof data === 'object' && data !== null && 'triesLeft' in data ? data.triesLeft : undefined;
  return typeof left === 'number' ? left : undefined;
}
