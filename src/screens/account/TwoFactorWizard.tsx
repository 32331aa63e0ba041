import { twoFactorSecretOptions } from '#src/queries/registration.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import styles from './account.module.css';
import { StepTrail } from './StepTrail.tsx';
import { DownloadStep, ScanStep, VerifyStep } from './TwoFactorSteps.tsx';
import { useTwoFactorProof } from './use-two-factor-proof.ts';

const STEPS = ['Download', 'Scan', 'Verify'] as const;
const TITLES = ['Get an authenticator app', 'Scan the code', 'Enter the six digits'] as const;

type TwoFactorWizardProps = {
  /** The server has accepted a code. */
  readonly onDone: () => void;
  /** Another trail of steps is shown above: this one is text only. */
  readonly within?: boolean;
  /** The account is in use: the last step asks for its password as well. */
  readonly asksPassword?: boolean;
};

/** Turns two-factor authentication on in three steps (spec §2 Enable 2FA). */
export function TwoFactorWizard({ onDone, within = false, asksPassword = false }: TwoFactorWizardProps) {
  const [at, setAt] = useState(0);
  const title = useTitleFocus(at);
  // Requested when the step opens, and once: a second secret would invalidate the scanned one.
  const secret = useQuery({ ...twoFactorSecretOptions(), enabled: at > 0 });
  const proof = useTwoFactorProof({ asksPassword, onDone });
  const go = (next: number) => {
    proof.clearProblems();
    setAt(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at < STEPS.length - 1) go(at + 1);
    else proof.send();
  };
  const canGoOn = at !== 1 || secret.data !== undefined;
  return (
    <form className={styles.wizard} onSubmit={submit} noValidate>
      <StepTrail label="Steps of two-factor authentication" steps={STEPS} at={at} plain={within} />
      <ErrorSummary problems={proof.problems} />
      <h2 ref={title} tabIndex={-1}>
        {TITLES[at]}
      </h2>
      {at === 0 && <DownloadStep />}
      {at === 1 && <ScanStep secret={secret} />}
      {at === 2 && <VerifyStep proof={proof} asksPassword={asksPassword} />}
      <div className={styles.buttons}>
        {at > 0 && (
          <Button variant="default" onClick={() => go(at - 1)}>
            Previous
          </Button>
        )}
        <Button type="submit" disabled={!canGoOn} loading={proof.isSending}>
          {at < STEPS.length - 1 ? 'Next' : 'Finish'}
        </Button>
      </div>
    </form>
  );
}

/** A step that follows another starts with the focus on its title, for sighted people and screen readers alike. */
function useTitleFocus(at: number) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) title.current?.focus();
    before.current = at;
  }, [at]);
  return title;
}
