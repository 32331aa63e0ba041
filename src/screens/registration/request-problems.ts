import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';

/**
 * The problems of a failed account request: the server's own sentence if it has one, else whom to contact (spec §8).
 *
 * @param product - its name
 */
export function requestProblems(failure: unknown, product: string): FieldProblem[] {
  const isSilent = failure instanceof Unreachable ? navigator.onLine : failure instanceof CallFailed && failure.code === 'FAILED';
  if (isSilent) return [{ message: `Something went wrong.\nPlease contact ${product} support team` }];
  return failureProblems(failure).map(({ path, message }) => ({ field: CONTROLS[path], message }));
}

const CONTROLS: Readonly<Record<string, string>> = { email: 'email', appRole: 'role' };
