import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { CODE_LENGTH } from '#domain/accounts/codes.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { twoFactorSecretOptions, useTwoFactorSetup } from '#src/queries/registration.ts';
import { changeUser } from '#src/session/session.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { errorAt, withMended } from '#src/ui/fields/field-checks.ts';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import styles from './account.module.css';
import { CodeField } from './CodeField.tsx';
import { StepTrail } from './StepTrail.tsx';
import { DownloadStep, ScanStep } from './TwoFactorSteps.tsx';

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
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const title = useTitleFocus(at);
  // Requested when the step opens, and once: a second secret would invalidate the scanned one.
  const secret = useQuery({ ...twoFactorSecretOptions(), enabled: at > 0 });
  const setup = useTwoFactorSetup();
  const go = (next: number) => {
    setProblems([]);
    setAt(next);
  };
  const finish = () => {
    if (setup.isPending) return;
    const missing: FieldProblem[] = [];
    if (code.length !== CODE_LENGTH) missing.push({ field: 'code', message: `Enter all ${CODE_LENGTH} digits` });
    if (asksPassword && password === '') missing.push({ field: 'password', message: ENTER_PASSWORD });
    setProblems(missing);
    if (missing.length > 0) return;
    const input = { code, ...(asksPassword ? { password } : {}) };
    setup.mutate(input, {
      onSuccess: ({ message, user }) => {
        noticeSuccess(message);
        onDone();
        // Last: a parent that shows the wizard only until it is done unmounts it at this call.
        changeUser(user);
      },
      onError: (failure) => {
        const field = failure instanceof CallFailed && failure.code === 'INCORRECT_PASSWORD' ? 'password' : 'code';
        setProblems(failureProblems(failure).map(({ message }) => ({ field, message })));
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (at < STEPS.length - 1) go(at + 1);
    else finish();
  };
  const canGoOn = at !== 1 || secret.data !== undefined;
  return (
    <form className={styles.wizard} onSubmit={submit} noValidate>
      <StepTrail label="Steps of two-factor authentication" steps={STEPS} at={at} plain={within} />
      <ErrorSummary problems={problems} />
      <h2 ref={title} tabIndex={-1}>
        {TITLES[at]}
      </h2>
      {at === 0 && <DownloadStep />}
      {at === 1 && <ScanStep secret={secret} />}
      {at === 2 && (
        <CodeField
          id="code"
          label="Code"
          hint="The six digits that the app shows now. They change every 30 seconds."
          value={code}
          onChange={(next) => {
            setProblems(withMended(problems, 'code'));
            setCode(next);
          }}
          error={errorAt(problems, 'code')}
        />
      )}
      {at === 2 && asksPassword && (
        <PasswordField
          id="password"
          label="Password"
          hint="The password that you sign in with. Everywhere else you will be signed out."
          value={password}
          onChange={(next) => {
            setProblems(withMended(problems, 'password'));
            setPassword(next);
          }}
          autoComplete="current-password"
          error={errorAt(problems, 'password')}
        />
      )}
      <div className={styles.buttons}>
        {at > 0 && (
          <Button variant="default" onClick={() => go(at - 1)}>
            Previous
          </Button>
        )}
        <Button type="submit" disabled={!canGoOn} loading={setup.isPending}>
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
