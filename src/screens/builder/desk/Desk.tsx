import { useMemo } from 'react';
import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { identityWords } from '#domain/consents/identity-words.ts';
import { stepsOfForm } from '#domain/forms/form-rules.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { useToday } from '#src/queries/use-today.ts';
import { useOwnName } from '#src/session/session.ts';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { deskFaults } from './desk-faults.ts';
import { DeskFooter } from './DeskFooter.tsx';
import { DeskStep } from './DeskStep.tsx';
import { DeskTabs } from './DeskTabs.tsx';
import { ConflictModal } from '../draft/ConflictModal.tsx';
import { LeaveModal } from '../draft/LeaveModal.tsx';
import { isWorthSaving, type SaverState } from '../draft/saver.ts';
import { useAutosave } from '../draft/useAutosave.ts';
import { missingNow, useDraft, useLibrary } from '../draft/useDraft.ts';
import { useLeaving } from '../draft/useLeaving.ts';
import { useReady } from '../draft/useReady.ts';
import { useSafetyChoices } from '../matters/use-safety-choices.ts';
import styles from '../parts/builder.module.css';
import { idOf, STEP_WORDS, tabOf } from '../parts/steps.ts';
import { useSteps } from './use-steps.ts';

type Props = {
  readonly patient: Patient;
  readonly start: SaverState;
  /** that of the case; null or absent where nobody referred it */
  readonly referral?: Referral | null | undefined;
};

/** The editor of one draft: the patient on top, the steps, the open step, and the save state at the bottom. */
export function Desk({ patient, start, referral = null }: Props) {
  const today = useToday();
  const clinicianName = useOwnName();
  const { saver, saverState } = useDraft(start);
  const { draft, state } = saverState;
  const age = ageOn(patient.dateOfBirth, today);
  const steps = useMemo(() => stepsOfForm(draft.formType, age), [draft.formType, age]);
  const library = useLibrary(draft.procedures);
  useSafetyChoices({ draft, edit: saver.edit, library });
  const missing = missingNow(saverState, { patient, library, today, clinicianName });
  useAutosave(saver, saverState);
  const leaving = useLeaving(saver);
  const onScreen = useSteps({ saver, saverState, steps, missing }, start.tab);
  const ready = useReady(saver, onScreen.setFaults);
  const faults = deskFaults(onScreen, { missing, state });
  const { step, furthest, go } = onScreen;
  return (
    <div className={styles.desk}>
      <IdentityBar {...identityWords(patient, draft.procedures, today)} isProtected={patient.restricted} />
      <DeskTabs onScreen={onScreen} missing={missing} isStarted={isWorthSaving(saverState)} />
      <Page top>
        <h1 className="visually-hidden" id="step" tabIndex={-1}>
          Consent form: {STEP_WORDS[step]}
        </h1>
        <ErrorSummary
          problems={faults.problems.map(({ path, message }) => ({ field: path === '' ? undefined : idOf(path), message }))}
        />
        {/* The draft being sent stays as displayed until the answer comes. */}
        <div inert={ready.isBusy} style={{ display: 'contents' }}>
          <DeskStep
            step={step}
            props={{
              patient,
              draft,
              referral,
              edit: saver.edit,
              library,
              missing: faults.missing,
              onGo: (to) => void go(to),
              errorAt: faults.errorAt,
              oldProcedures: start.oldProcedures ?? [],
              isRevisited: tabOf(steps, step) < furthest,
            }}
          />
        </div>
      </Page>
      <DeskFooter saverState={saverState} onScreen={onScreen} missing={missing} ready={ready} />
      {state.kind === 'conflict' && <ConflictModal saver={saver} saverState={saverState} theirs={state.theirs} />}
      <LeaveModal leaving={leaving} saverState={saverState} />
    </div>
  );
}
