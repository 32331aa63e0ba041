import { CallFailed } from '#contract/call.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { useSignIn } from '#src/queries/accounts.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { errorAt, withMended } from '#src/ui/field-checks.ts';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { problemsAt } from './form-problems.ts';
import type { SignInProps } from './sign-in-props.ts';
import styles from './SignIn.module.css';

type PasswordStepProps = Credentials &
  Pick<SignInProps, 'lead' | 'aside' | 'leaveScreens' | 'onSignedIn'> & {
    readonly onChange: (credentials: Credentials) => void;
    /** The password is correct and a second factor is required, with the server's sentence. */
    readonly onCodeAsked: (message: string) => void;
  };

/** Email and password. The server's words are shown unchanged in the summary; the input stays. */
export function PasswordStep(props: PasswordStepProps) {
  const { email, password, lead, aside, leaveScreens, onChange, onSignedIn, onCodeAsked } = props;
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const signIn = useSignIn(leaveScreens);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    setProblems([]);
    // A promise instead of the mutation's callbacks: over another person's screens this component is unmounted before the sign-in
    // ends.
    void signIn.mutateAsync({ email, password }).then(onSignedIn, (failure: unknown) => {
      // The only 403 with a special meaning (spec §8).
      if (failure instanceof CallFailed && failure.code === 'TWO_FACTOR_REQUIRED') onCodeAsked(failure.message);
      else setProblems(problemsAt(failure, { email: 'sign-in-email', password: 'sign-in-password' }));
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Sign in</h1>
      <ErrorSummary problems={problems} />
      {lead}
      <TextField
        id="sign-in-email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={email}
        onChange={(next) => {
          setProblems(withMended(problems, 'sign-in-email'));
          onChange({ email: next, password });
        }}
        error={errorAt(problems, 'sign-in-email')}
      />
      <PasswordField
        id="sign-in-password"
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(next) => {
          setProblems(withMended(problems, 'sign-in-password'));
          onChange({ email, password: next });
        }}
        error={errorAt(problems, 'sign-in-password')}
      />
      <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
      {aside}
    </form>
  );
}
