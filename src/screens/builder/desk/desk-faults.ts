import type { Missing } from '#domain/forms/missing.ts';
import type { FieldFault } from '../draft/save-failure.ts';
import type { SaverState } from '../draft/saver.ts';
import { missingAtFields, stepOf } from '../parts/steps.ts';
import type { StepsOnScreen } from './use-steps.ts';

type OnScreen = Pick<StepsOnScreen, 'steps' | 'step' | 'furthest' | 'faults'>;

type DeskFaults = {
  /** The problem of a field of the open step, by its path. */
  readonly errorAt: (path: string) => string | undefined;
  /** Those above the step; they stay unchanged while any of them remains: the summary must not take the focus after each correction. */
  readonly problems: readonly FieldFault[];
  /** All that the review lists: refusals of the server at fields of other steps as well. */
  readonly missing: readonly Missing[];
};

/** Where the faults of a draft are said: at the fields, above the step, and in the list of the review. */
export function deskFaults(
  { steps, step, furthest, faults }: OnScreen,
  { missing, state }: { readonly missing: readonly Missing[]; readonly state: SaverState['state'] },
): DeskFaults {
  const isReview = step === 'review';
  const unsaved = state.kind === 'failed' ? state.fields : [];
  const isStill = (fault: FieldFault) =>
    'step' in fault
      ? missing.some(({ path }) => path === fault.path)
      : isReview || fault.path === '' || unsaved.some(({ path }) => path === fault.path);
  const atFields = missingAtFields(steps, step, { furthest, missing });
  const elsewhere = faults.filter(({ path }) => isReview && path !== '' && !missing.some((each) => each.path === path));
  return {
    errorAt: (path) => [...unsaved, ...faults.filter(isStill), ...atFields].find((each) => each.path === path)?.message,
    problems: faults.some(isStill) ? faults.filter(({ path }) => !isReview || path === '') : [],
    missing: [...missing, ...elsewhere.map((each) => ({ ...each, step: stepOf(each.path) }))],
  };
}
