import type { FieldProblem } from './ErrorSummary.tsx';

/** The corrections of a form since its problems were last found. Fields are named by the ids of their controls. */
export type FieldChecks = {
  /** Fields whose submitted problem no longer stands. */
  readonly mended: ReadonlySet<string>;
  /** Problems found when a field was left, by field. */
  readonly found: ReadonlyMap<string, string>;
};

/** The state after a submit: all problems stand. */
export const NO_CHECKS: FieldChecks = { mended: new Set(), found: new Map() };

/** A changed field shows no problem until it is left. */
export function checksAfterChange({ mended, found }: FieldChecks, fields: readonly string[]): FieldChecks {
  return {
    mended: new Set([...mended, ...fields]),
    found: new Map([...found].filter(([field]) => !fields.includes(field))),
  };
}

type Left = {
  readonly field: string;
  /** the problems of the last submit */
  readonly submitted: readonly FieldProblem[];
  /** the problems by the form's own rules now */
  readonly now: readonly FieldProblem[];
};

/**
 * Checks a field that was left, and takes back the problems of others that this one caused, such as two passwords that differ.
 * Only problems of the form's own rules are taken back: of a refusal the server alone knows whether it still stands.
 */
export function checksAfterLeaving(checks: FieldChecks, { field, submitted, now }: Left, isOwn: boolean): FieldChecks {
  const problem = now.find((each) => each.field === field);
  const others = submitted.flatMap((each) => (each.field === undefined || each.field === field ? [] : [each]));
  const gone = others.filter((each) => isOwn && !now.some((one) => one.field === each.field && one.message === each.message));
  const found = new Map(checks.found);
  if (problem === undefined) found.delete(field);
  else if (checks.mended.has(field)) found.set(field, problem.message);
  return { mended: new Set([...checks.mended, ...gone.map((each) => each.field ?? '')]), found };
}

/** The problem that a field shows. */
export function problemAt(field: string, submitted: readonly FieldProblem[], { mended, found }: FieldChecks): string | undefined {
  return found.get(field) ?? (mended.has(field) ? undefined : submitted.find((each) => each.field === field)?.message);
}

/** The problems after a change of one field: its own are struck through in the summary until the next submit. */
export function withMended(problems: readonly FieldProblem[], changed: string): readonly FieldProblem[] {
  return problems.map((each) => (each.field === changed ? { ...each, isMended: true } : each));
}

/** The problem that a control shows; undefined also once its value was changed. */
export function errorAt(problems: readonly FieldProblem[], control: string): string | undefined {
  return problems.find(({ field, isMended = false }) => field === control && !isMended)?.message;
}
