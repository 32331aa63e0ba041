import { BUILDER_STEPS, type BuilderStep, type Missing } from '#domain/completeness.ts';

/** What a person reads on each tab. */
export const STEP_WORDS: Readonly<Record<BuilderStep, string>> = {
  procedure: 'Procedure',
  risks: 'Risks and benefits',
  matters: 'What matters',
  interpreter: 'Interpreter',
  review: 'Review',
};

/** The place of a step; it travels as `activeTab`. */
export function tabOf(step: BuilderStep): number {
  return BUILDER_STEPS.indexOf(step);
}

/** The step at a place; anything else is the first. */
export function stepAt(tab: number): BuilderStep {
  return BUILDER_STEPS[tab] ?? 'procedure';
}

/** The step after this one; the last leads to itself. */
export function stepAfter(step: BuilderStep): BuilderStep {
  return BUILDER_STEPS[tabOf(step) + 1] ?? step;
}

/** The id of the control that a missing item or a refused field speaks of: `procedures.0.side` is `procedures-0-side`. */
export function idOf(path: string): string {
  return path.replaceAll('.', '-');
}

/**
 * What keeps a step from being left by "Save and continue". Only the first step holds anybody back: without a procedure and
 * its side the later steps would show the wrong thing; all else is gathered on the review.
 */
export function holdsBack(step: BuilderStep, missing: readonly Missing[]): Missing[] {
  return step === 'procedure' ? missing.filter((each) => each.step === 'procedure') : [];
}

/** A step is done when it has been left behind and nothing of it is missing. */
export function isStepDone(step: BuilderStep, furthest: number, missing: readonly Missing[]): boolean {
  return tabOf(step) < furthest && !missing.some((each) => each.step === step);
}

/** The step where the field of a path stands, for what the server refuses; what belongs to no field is the review's. */
export function stepOf(path: string): BuilderStep {
  if (/^procedures\.\d+\.(?:risks|removedRisks|personalRisks|benefits|alternatives)/.test(path)) return 'risks';
  if (/^(?:procedures|templateID|formType)/.test(path)) return 'procedure';
  if (/^(?:mattersToMe|additionalChoices|refusals)/.test(path)) return 'matters';
  return path.startsWith('interpreter') ? 'interpreter' : 'review';
}

/** A panel's title behind its prefix, as one sentence: `Total hip replacement: what it is for`. */
export function titled(prefix: string, title: string): string {
  return prefix === '' ? title : prefix + title.charAt(0).toLocaleLowerCase('en-GB') + title.slice(1);
}
