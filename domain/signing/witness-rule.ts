import { isPinnedBefore } from '#domain/forms/new-rules.ts';

/**
 * Whether the words about a witness suffice on a form, and names are not compared: only on one of the first shape from before the rule.
 * By the pin's own date: a new form of the same shape is held to it.
 */
export function isWitnessExcused(form: {
  readonly isFirstShape: boolean;
  readonly pinnedAt: string | null;
  readonly since: string | null;
}): boolean {
  return form.isFirstShape && isPinnedBefore(form.pinnedAt, form.since);
}
