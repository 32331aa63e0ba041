import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { SAVED_LOCALLY } from '#src/queries/consents.ts';
import type { FieldFault } from '../draft/save-failure.ts';
import { isDirty, isWorthSaving, type Saver, type SaverState } from '../draft/saver.ts';
import { holdsBack, idOf, stepAfter, stepAt, tabOf, type FormSteps } from '../parts/steps.ts';

type Around = {
  readonly saver: Saver;
  readonly saverState: SaverState;
  readonly steps: FormSteps;
  readonly missing: readonly Missing[];
};

export type StepsOnScreen = ReturnType<typeof useSteps>;

/**
 * The open step of a draft, and the ways from it to another one or out. Each way saves first; what stands against it is a fault.
 *
 * @param tab - of the step that is opened first
 */
export function useSteps({ saver, saverState, steps, missing }: Around, tab: number) {
  const { history } = useRouter();
  const [step, setStep] = useState<BuilderStep>(() => stepAt(steps, tab));
  const [furthest, setFurthest] = useState(tab);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [focus, setFocus] = useState<string | null>(null);
  useFocus(focus, step, setFocus);

  const show = useCallback(
    (next: BuilderStep) => {
      setStep(next);
      setFurthest((before) => Math.max(before, tabOf(steps, next)));
      setFaults([]);
      scrollTo({ top: 0 });
    },
    [steps],
  );
  // The active tab moves only after the save has succeeded (spec §9).
  const save = async (to: BuilderStep) => {
    const isSaved = await saver.save(tabOf(steps, to));
    const { state } = saver.state();
    if (!isSaved && state.kind === 'failed') setFaults([...state.fields]);
    return isSaved;
  };
  const go = async ({ step: next, path }: Pick<Missing, 'step'> & { path?: string }) => {
    if (next !== step) {
      if (isDirty(saverState) && !(await save(next))) return;
      show(next);
    }
    setFocus(path ?? null);
  };
  const saveAndContinue = async (next = stepAfter(steps, step)) => {
    const stops = holdsBack(step, missing);
    const isSaved = isWorthSaving(saverState) && (await save(stops.length === 0 ? next : step));
    if (stops.length > 0) setFaults([...stops]);
    else if (isSaved) {
      show(next);
      setFocus('step');
    }
  };
  const saveAndExit = async () => {
    if (isWorthSaving(saverState)) {
      const isSaved = await save(step);
      const { state } = saver.state();
      // Without an answer from the server the person is asked whether to leave anyway.
      if (!isSaved && !(state.kind === 'failed' && state.again)) return;
      if (isSaved) noticeSuccess(saver.state().state.kind === 'kept' ? SAVED_LOCALLY : 'Draft saved');
    }
    history.push('/');
  };
  return { steps, step, furthest, faults, setFaults, setFocus, go, saveAndContinue, saveAndExit };
}

/** Focuses a field of the step, once the step has mounted. */
function useFocus(path: string | null, step: BuilderStep, done: (path: null) => void): void {
  useEffect(() => {
    if (path === null) return;
    const control = document.getElementById(idOf(path));
    control?.scrollIntoView({ block: 'center' });
    control?.focus();
    done(null);
  }, [path, step, done]);
}
