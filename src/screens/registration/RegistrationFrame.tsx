import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { StepTrail } from '#src/screens/account/StepTrail.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import type { ReactNode } from 'react';
import styles from './registration.module.css';

/** The steps of a registration in their order (spec §4 Registration). */
const STEPS = ['Email', 'Password', 'Your details', 'Two-factor', 'Terms', 'Approval'] as const;
export type RegistrationStep = (typeof STEPS)[number];

type RegistrationFrameProps = {
  readonly step: RegistrationStep;
  readonly title: string;
  /** One or two sentences below the title. */
  readonly lead?: ReactNode;
  readonly problems?: readonly FieldProblem[];
  readonly children: ReactNode;
};

/** One step of the registration: the progress, the fields of the step, and their problems. */
export function RegistrationFrame({ step, title, lead, problems = [], children }: RegistrationFrameProps) {
  return (
    <>
      <StepTrail label="Steps of your registration" steps={STEPS} at={STEPS.indexOf(step)} />
      <div className={styles.card}>
        <h1>{title}</h1>
        <NeedsServer />
        <ErrorSummary problems={problems} />
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        {children}
      </div>
    </>
  );
}
