import { CallFailed } from '#contract/call.ts';
import { useSignIn } from '#src/queries/accounts.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { errorAt, problemsAt } from './form-problems.ts';
import type { SignInProps } from './SignIn.tsx';
import styles from './SignIn.module.css';

type Typed = { readonly email: string; readonly password: string };
type PasswordStepProps = Typed &
  Pick<SignInProps, 'lead' | 'aside' | 'onSignedIn'> & {
    readonly onTyped: (typed: Typed) => void;
    /** The password is right and a second factor is wanted, with the server's sentence. */
    readonly onCodeAsked: (message: string) => void;
  };

/** Email and password. The server's words stand in the summary as they are; what was typed stays. */
export function PasswordStep({ email, password, lead, aside, onTyped, onSignedIn, onCodeAsked }: PasswordStepProps) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const signIn = useSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    setProblems([]);
    signIn.mutate(
      { email, password },
      {
        onSuccess: onSignedIn,
        onError: (failure) => {
          // The one 403 with a meaning of its own (spec §8).
          if (failure instanceof CallFailed && failure.code === 'TWO_FACTOR_REQUIRED') onCodeAsked(failure.message);
          else setProblems(problemsAt(failure, { email: 'sign-in-email', password: 'sign-in-password' }));
        },
      },
    );
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
        onChange={(next) => onTyped({ email: next, password })}
        error={errorAt(problems, 'sign-in-email')}
      />
      <PasswordField
        id="sign-in-password"
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(next) => onTyped({ email, password: next })}
        error={errorAt(problems, 'sign-in-password')}
      />
      <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
      {aside}
    </form>
  );
}
