import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useUnlock } from '#src/queries/accounts.ts';
import { endSession } from '#src/session/session.ts';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import styles from './Locked.module.css';

const FIELD = 'unlock-password';

/** Opens a lock with the password. @param takesFocus - false where a person who was typing types on for a moment */
export function LockPassword({ takesFocus }: { readonly takesFocus: boolean }) {
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const unlock = useUnlock();
  useEffect(() => {
    if (takesFocus) document.getElementById(FIELD)?.focus();
    else focusHeading(document.querySelector('[data-veil]') ?? document);
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unlock.isPending) return;
    if (password === '') return setProblems([{ field: FIELD, message: ENTER_PASSWORD }]);
    setProblems([]);
    unlock.mutate(password, {
      onError: (failure) => {
        setPassword('');
        // The lock accepts no more passwords; a full sign-in is required, and the unsaved input stays.
        if (failure instanceof CallFailed && failure.status === 429) return endSession(failure.message);
        return setProblems(failureProblems(failure).map(({ message }) => ({ field: FIELD, message })));
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      <PasswordField
        id={FIELD}
        label="Password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={problems[0]?.message}
      />
      <Button type="submit" size="lg" fullWidth loading={unlock.isPending}>
        Unlock
      </Button>
    </form>
  );
}
