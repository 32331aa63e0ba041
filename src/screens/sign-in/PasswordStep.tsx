import type { Credentials } from '#src/offline/unlock.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { errorAt, withMended } from '#src/ui/fields/field-checks.ts';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { PlainButton } from '#src/ui/PlainButton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { FormEvent } from 'react';
import type { SignInProps } from './sign-in-props.ts';
import styles from './SignIn.module.css';
import { useSignInStep } from './use-sign-in-step.ts';

type PasswordStepProps = Credentials &
  Pick<SignInProps, 'lead' | 'aside' | 'calls' | 'leaveScreens' | 'onSignedIn'> & {
    readonly onChange: (credentials: Credentials) => void;
    /** The password is correct and a second factor is required, with the server's sentence. */
    readonly onCodeRequired: (message: string) => void;
  };

const controls = { email: 'sign-in-email', password: 'sign-in-password' };

/** Email and password. The server's words are shown unchanged in the summary; the input stays. */
export function PasswordStep({ email, password, lead, aside, leaveScreens, onChange, ...step }: PasswordStepProps) {
  const { problems, setProblems, isPending, run } = useSignInStep({ ...step, controls });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void run(({ signIn }) => signIn({ email, password }, leaveScreens));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Sign in</h1>
      <ErrorSummary problems={problems} />
      {lead}
      <TextField
        id={controls.email}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={email}
        onChange={(next) => {
          setProblems(withMended(problems, controls.email));
          onChange({ email: next, password });
        }}
        error={errorAt(problems, controls.email)}
      />
      <PasswordField
        id={controls.password}
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(next) => {
          setProblems(withMended(problems, controls.password));
          onChange({ email, password: next });
        }}
        error={errorAt(problems, controls.password)}
      />
      <PlainButton type="submit" loading={isPending}>
        Sign in
      </PlainButton>
      {aside}
    </form>
  );
}
