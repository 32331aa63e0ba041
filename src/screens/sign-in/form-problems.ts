import { failureProblems } from '#src/notices/failure-words.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';

/**
 * The sentences of a failure, each at the control where the problem is corrected.
 *
 * @param controls - the control's id for each field of the call
 */
export function problemsAt(failure: unknown, controls: Readonly<Record<string, string>>): FieldProblem[] {
  return failureProblems(failure).map(({ path, message }) => ({ field: controls[path], message }));
}
