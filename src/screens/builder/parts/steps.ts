import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Missing } from '#domain/forms/missing.ts';

/** The label of each tab. */
export const STEP_WORDS: Readonly<Record<BuilderStep, string>> = {
  procedure: 'Procedure',
  risks: 'Risks and benefits',
  family: 'Family',
  child: 'Child',
  capacity: 'Capacity',
  authority: 'Who may decide',
  people: 'People asked',
  bestInterests: 'Best interests',
  secondOpinion: 'Second opinion',
  matters: 'What matters',
  interpreter: 'Interpreter',
  review: 'Review',
};

/** The steps of one form, in their order. */
export type FormSteps = readonly BuilderStep[];

/** The index of a step; sent as `activeTab`. A step that the form does not have is its first. */
export function tabOf(steps: FormSteps, step: BuilderStep): number {
  return Math.max(steps.indexOf(step), 0);
}

/** The step at an index; any other number is the first. */
export function stepAt(steps: FormSteps, tab: number): BuilderStep {
  return steps[tab] ?? 'procedure';
}

/** The step after this one; the last returns itself. */
export function stepAfter(steps: FormSteps, step: BuilderStep): BuilderStep {
  return steps[tabOf(steps, step) + 1] ?? step;
}

/** The id of the control of a missing item or a refused field: `procedures.0.side` is `procedures-0-side`. */
export function idOf(path: string): string {
  return path.replaceAll('.', '-');
}

/**
 * The missing items that block "Save and continue". Without a procedure and its side the later steps would show the wrong
 * content, and the question about an interpreter must be answered; all else is listed on the review.
 */
export function holdsBack(step: BuilderStep, missing: readonly Missing[]): Missing[] {
  if (step === 'procedure') return missing.filter((each) => each.step === 'procedure');
  return step === 'interpreter' ? missing.filter(({ path }) => path === 'interpreterNeeded') : [];
}

/** The steps whose fields show missing items once the step was left. */
const TELLS_AT_FIELDS: ReadonlySet<BuilderStep> = new Set<BuilderStep>([
  'capacity',
  'authority',
  'people',
  'bestInterests',
  'secondOpinion',
]);

/** The missing items that the fields of a step show: none while it is filled in for the first time. */
export function missingAtFields(
  steps: FormSteps,
  step: BuilderStep,
  { furthest, missing }: { furthest: number; missing: readonly Missing[] },
): readonly Missing[] {
  if (!TELLS_AT_FIELDS.has(step) || tabOf(steps, step) >= furthest) return [];
  return missing.filter((each) => each.path.startsWith('capacity.'));
}

/** A step is done when it has been left behind and nothing of it is missing. */
export function isStepDone(
  steps: FormSteps,
  step: BuilderStep,
  around: { furthest: number; missing: readonly Missing[] },
): boolean {
  const { furthest, missing } = around;
  return tabOf(steps, step) < furthest && !missing.some((each) => each.step === step);
}

/** Whether nothing is open before the review, so that the steps between may be skipped. */
export function mayReview(steps: FormSteps, step: BuilderStep, missing: readonly Missing[]): boolean {
  return stepAfter(steps, step) !== 'review' && step !== 'review' && missing.every((each) => each.step === 'review');
}

/** The step of a field's path, for refusals of the server; paths of no field belong to the review. */
export function stepOf(path: string): BuilderStep {
  if (/^procedures\.\d+\.(?:risks|removedRisks|personalRisks|benefits|alternatives)/.test(path)) return 'risks';
  if (/^(?:procedures|templateID|formType)/.test(path)) return 'procedure';
  if (/^(?:basis|parents|lookedAfter|needsAllAdults|disagreement)/.test(path)) return 'family';
  if (path.startsWith('child')) return 'child';
  const part = /^capacity\.(authority|people|bestInterests|secondOpinion)/.exec(path)?.[1];
  // The four names are steps, as the expression lists them.
  if (path.startsWith('capacity')) return (part as BuilderStep | undefined) ?? 'capacity';
  if (/^(?:mattersToMe|additionalChoices|choiceDetails|refusals)/.test(path)) return 'matters';
  return path.startsWith('interpreter') ? 'interpreter' : 'review';
}

/** A panel's title behind its prefix, as one sentence: `Total hip replacement: what it is for`. */
export function titled(prefix: string, title: string): string {
  return prefix === '' ? title : prefix + title.charAt(0).toLocaleLowerCase('en-GB') + title.slice(1);
}
