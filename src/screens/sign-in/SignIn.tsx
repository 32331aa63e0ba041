import { failureProblems } from '#src/notices/failure-words.ts';
import { useSignIn } from '#src/queries/accounts.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Link } from '#src/ui/Link.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import styles from './SignIn.module.css';

/** Email and password. The server's words stand in the summary as they are; what was typed stays. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
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
        onError: (failure) => setProblems(failureProblems(failure).map(({ path, message }) => ({ ...fieldOf(path), message }))),
      },
    );
  };
  const errorAt = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Sign in</h1>
      <ErrorSummary problems={problems} />
      <TextField
        id="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={errorAt('email')}
      />
      <PasswordField
        id="password"
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errorAt('password')}
      />
      <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
      <p className={styles.aside}>
        Do you hold a signed form? <Link href="/verify">Check that it is real</Link>
      </p>
    </form>
  );
}

function fieldOf(path: string): { field?: string } {
  return path === 'email' || path === 'password' ? { field: path } : {};
}
