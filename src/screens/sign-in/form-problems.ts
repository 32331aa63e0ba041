import { failureProblems } from '#src/notices/failure-words.ts';
import type { FieldProblem } from '#src/ui/ErrorSummary.tsx';

/**
 * What a failure says, each sentence at the control where it is put right.
 *
 * @param controls - the control's id for each field of the call
 */
export function problemsAt(failure: unknown, controls: Readonly<Record<string, string>>): FieldProblem[] {
  return failureProblems(failure).map(({ path, message }) => ({ field: controls[path], message }));
}

/** What is wrong at one control, or undefined. */
export function errorAt(problems: readonly FieldProblem[], control: string): string | undefined {
  return problems.find(({ field }) => field === control)?.message;
}
