import type { Missing } from '#domain/forms/missing.ts';
import { StepTabs } from '#src/ui/layout/StepTabs.tsx';
import { isStepDone, STEP_WORDS } from '../parts/steps.ts';
import type { StepsOnScreen } from './use-steps.ts';

type Props = {
  readonly onScreen: StepsOnScreen;
  readonly missing: readonly Missing[];
  /** There is a draft to save: before that no other step opens than the first. */
  readonly isStarted: boolean;
};

/** The steps of the form: which is open, which are done, and which may be opened. */
export function DeskTabs({ onScreen: { steps, step, furthest, go }, missing, isStarted }: Props) {
  return (
    <StepTabs
      label="Steps of this consent"
      active={step}
      onSelect={(key) => void go({ step: steps.find((each) => each === key) ?? step })}
      steps={steps.map((key) => ({
        key,
        label: STEP_WORDS[key],
        done: isStepDone(steps, key, { furthest, missing }),
        open: key === 'procedure' || isStarted,
      }))}
    />
  );
}
