import { BUILDER_STEPS, type BuilderStep, type Missing } from '#domain/completeness.ts';

/** The label of each tab. */
export const STEP_WORDS: Readonly<Record<BuilderStep, string>> = {
  procedure: 'Procedure',
  risks: 'Risks and benefits',
  matters: 'What matters',
  interpreter: 'Interpreter',
  review: 'Review',
};

/** The index of a step; sent as `activeTab`. */
export function tabOf(step: BuilderStep): number {
  return BUILDER_STEPS.indexOf(step);
}

/** The step at an index; any other number is the first. */
export function stepAt(tab: number): BuilderStep {
  return BUILDER_STEPS[tab] ?? 'procedure';
}

/** The step after this one; the last returns itself. */
export function stepAfter(step: BuilderStep): BuilderStep {
  return BUILDER_STEPS[tabOf(step) + 1] ?? step;
}

/** The id of the control of a missing item or a refused field: `procedures.0.side` is `procedures-0-side`. */
export function idOf(path: string): string {
  return path.replaceAll('.', '-');
}

/**
 * The missing items that block "Save and continue". Without a procedure and its side the later steps would show the wrong
 * content, and nobody passes the question about an interpreter unanswered; all else is listed on the review.
 */
export function holdsBack(step: BuilderStep, missing: readonly Missing[]): Missing[] {
  if (step === 'procedure') return missing.filter((each) => each.step === 'procedure');
  return step === 'interpreter' ? missing.filter(({ path }) => path === 'interpreterNeeded') : [];
}

/** A step is done when it has been left behind and nothing of it is missing. */
export function isStepDone(step: BuilderStep, furthest: number, missing: readonly Missing[]): boolean {
  return tabOf(step) < furthest && !missing.some((each) => each.step === step);
}

/** Whether nothing is open before the review, so that the steps between may be skipped. */
export function mayReview(step: BuilderStep, missing: readonly Missing[]): boolean {
  return stepAfter(step) !== 'review' && step !== 'review' && missing.every((each) => each.step === 'review');
}

/** The step of a field's path, for refusals of the server; paths of no field belong to the review. */
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
