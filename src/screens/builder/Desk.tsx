import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import type { BuilderStep } from '#domain/forms/form-steps.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { identityWords } from '#domain/consents/identity-words.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { SAVED_LOCALLY } from '#src/queries/consents.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useMay } from '#src/session/permissions.ts';
import { useOwnName } from '#src/session/session.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { StepTabs } from '#src/ui/layout/StepTabs.tsx';
import { ConflictModal } from './draft/ConflictModal.tsx';
import { DeskStep } from './DeskStep.tsx';
import styles from './parts/builder.module.css';
import { LeaveModal } from './draft/LeaveModal.tsx';
import type { FieldFault } from './draft/save-failure.ts';
import { SaveChip } from './draft/SaveChip.tsx';
import { isDirty, isWorthSaving, type SaverState } from './draft/saver.ts';
import {
  holdsBack,
  idOf,
  isStepDone,
  mayReview,
  missingAtFields,
  stepAfter,
  stepAt,
  stepOf,
  STEP_WORDS,
  tabOf,
} from './parts/steps.ts';
import { useAutosave } from './draft/useAutosave.ts';
import { missingNow, useDraft, useLibrary } from './draft/useDraft.ts';
import { useLeaving } from './draft/useLeaving.ts';
import { useReady } from './draft/useReady.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The editor of one draft: the patient on top, the steps, the open step, and the save state at the bottom. */
export function Desk({ patient, start }: { readonly patient: Patient; readonly start: SaverState }) {
  const { history } = useRouter();
  const today = useToday();
  const maySend = useMay('consents.send');
  const { saver, saverState } = useDraft(start);
  const clinicianName = useOwnName();
  const { formType } = saverState.draft;
  const age = ageOn(patient.dateOfBirth, today);
  const steps = useMemo(() => stepsOfForm(formType, age), [formType, age]);
  const [step, setStep] = useState<BuilderStep>(() => stepAt(steps, start.tab));
  const [furthest, setFurthest] = useState(start.tab);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [focus, setFocus] = useState<string | null>(null);
  const library = useLibrary(saverState.draft.procedures);
  const missing = missingNow(saverState, { patient, library, today, clinicianName });
  useAutosave(saver, saverState);
  const leaving = useLeaving(saver);
  const ready = useReady(saver, setFaults);
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
  const save = async (tab: number) => {
    const isSaved = await saver.save(tab);
    const { state } = saver.state();
    if (!isSaved && state.kind === 'failed') setFaults([...state.fields]);
    return isSaved;
  };
  const go = async ({ step: next, path }: Pick<Missing, 'step'> & { path?: string }) => {
    if (next !== step) {
      if (isDirty(saverState) && !(await save(tabOf(steps, next)))) return;
      show(next);
    }
    setFocus(path ?? null);
  };
  const saveAndContinue = async (next = stepAfter(steps, step)) => {
    const stops = holdsBack(step, missing);
    const isSaved = isWorthSaving(saverState) && (await save(tabOf(steps, stops.length === 0 ? next : step)));
    if (stops.length > 0) setFaults([...stops]);
    else if (isSaved) {
      show(next);
      setFocus('step');
    }
  };
  const makeReady = (handsOver: boolean) => (missing.length > 0 ? setFocus('missing') : void ready.makeReady(handsOver));
  const saveAndExit = async () => {
    if (isWorthSaving(saverState)) {
      const isSaved = await save(tabOf(steps, step));
      const { state } = saver.state();
      // Without an answer from the server the person is asked whether to leave anyway.
      if (!isSaved && !(state.kind === 'failed' && state.again)) return;
      if (isSaved) noticeSuccess(saver.state().state.kind === 'kept' ? SAVED_LOCALLY : 'Draft saved');
    }
    history.push('/');
  };
  const isReview = step === 'review';
  // A patient who cannot decide is handed nothing: the clinician signs first.
  const isHandedOver = deciderOf(formType) !== 'clinician';
  const unsaved = saverState.state.kind === 'failed' ? saverState.state.fields : [];
  const isStill = (fault: FieldFault) =>
    'step' in fault
      ? missing.some(({ path }) => path === fault.path)
      : isReview || fault.path === '' || unsaved.some(({ path }) => path === fault.path);
  const atFields = missingAtFields(steps, step, { furthest, missing });
  const errorAt = (path: string) =>
    [...unsaved, ...faults.filter(isStill), ...atFields].find((each) => each.path === path)?.message;
  // The summary stays unchanged while any of its problems remains: it must not take the focus after each correction.
  const problems = faults.some(isStill) ? faults.filter(({ path }) => !isReview || path === '') : [];
  const elsewhere = faults.filter(({ path }) => isReview && path !== '' && !missing.some((each) => each.path === path));
  const allMissing = [...missing, ...elsewhere.map((each) => ({ ...each, step: stepOf(each.path) }))];
  return (
    <div className={styles.desk}>
      <IdentityBar {...identityWords(patient, saverState.draft.procedures, today)} isProtected={patient.restricted} />
      <StepTabs
        label="Steps of this consent"
        active={step}
        onSelect={(key) => void go({ step: steps.find((each) => each === key) ?? step })}
        steps={steps.map((key) => ({
          key,
          label: STEP_WORDS[key],
          done: isStepDone(steps, key, { furthest, missing }),
          open: key === 'procedure' || isWorthSaving(saverState),
        }))}
      />
      <Page top>
        <h1 className="visually-hidden" id="step" tabIndex={-1}>
          Consent form: {STEP_WORDS[step]}
        </h1>
        <ErrorSummary
          problems={problems.map(({ path, message }) => ({ field: path === '' ? undefined : idOf(path), message }))}
        />
        {/* The draft being sent stays as displayed until the answer comes. */}
        <div inert={ready.isBusy} style={{ display: 'contents' }}>
          <DeskStep
            step={step}
            props={{
              patient,
              draft: saverState.draft,
              edit: saver.edit,
              library,
              missing: allMissing,
              onGo: (to) => void go(to),
              errorAt,
              oldProcedures: start.oldProcedures ?? [],
              isRevisited: tabOf(steps, step) < furthest,
            }}
          />
        </div>
      </Page>
      <FooterBar state={<SaveChip saverState={saverState} />}>
        <Button variant={isReview && !maySend ? 'filled' : 'default'} onClick={() => void saveAndExit()} disabled={ready.isBusy}>
          Save and exit
        </Button>
        {mayReview(steps, step, missing) && (
          <Button variant="default" onClick={() => void saveAndContinue('review')}>
            Review
          </Button>
        )}
        {!isReview && <Button onClick={() => void saveAndContinue()}>Save and continue</Button>}
        {isReview && maySend && (
          <>
            <Button
              variant={isHandedOver ? 'default' : 'filled'}
              onClick={() => makeReady(false)}
              {...(isHandedOver ? { disabled: ready.isBusy } : { loading: ready.isBusy })}
            >
              Ready for signing
            </Button>
            {isHandedOver && (
              <Button onClick={() => makeReady(true)} loading={ready.isBusy}>
                Ready and hand over
              </Button>
            )}
          </>
        )}
      </FooterBar>
      {saverState.state.kind === 'conflict' && (
        <ConflictModal saver={saver} saverState={saverState} theirs={saverState.state.theirs} />
      )}
      <LeaveModal leaving={leaving} saverState={saverState} />
    </div>
  );
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
