import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { CallFailed } from '#contract/engine/call.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useUnlock } from '#src/queries/accounts.ts';
import type { LockReason } from '#src/session/auth-state.ts';
import { endSession } from '#src/session/session.ts';
import { signOut } from '#src/auth/sign-out.ts';
import { REPORT_SAFETY } from '#src/safety/ReportAct.tsx';
import { ReportForm } from '#src/safety/ReportForm.tsx';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import styles from './SignIn.module.css';

const WHY: Readonly<Record<LockReason, string>> = {
  idle: 'Nobody used this screen for a while.',
  unreached:
    'The network was lost before the work on this tablet was open. The password opens it, and nothing that was typed is lost.',
  unfinished:
    'Your sign-in is not finished on this tablet, as happens when a page is loaded again too early. Your password finishes it: then your work is kept here, and opens without a network as well.',
};

/**
 * The lock screen: the password of the session's owner unlocks it; anybody else has to end that session first. It is shown because nobody knows
 * who holds the tablet now: no store of the browser is asked for the password.
 */
export function Locked({ user, why }: { readonly user: User; readonly why: LockReason }) {
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [isLeaving, setLeaving] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const unlock = useUnlock();
  const [before, after] = why === 'unfinished' ? ['Signed in is', '.'] : ['The work of', ' is kept.'];
  useEffect(() => {
    if (why === 'idle') document.getElementById('unlock-password')?.focus();
    // A person who was typing types on for a moment.
    else focusHeading(document.querySelector('[data-veil]') ?? document);
  }, [why]);
  if (isReporting)
    return (
      <div className={styles.form}>
        <h1>{REPORT_SAFETY}</h1>
        <ReportForm mayNameCase={false} onClose={() => setReporting(false)} />
      </div>
    );
  if (isLeaving) return <Leave onStay={() => setLeaving(false)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unlock.isPending) return;
    if (password === '') return setProblems([{ field: 'unlock-password', message: ENTER_PASSWORD }]);
    setProblems([]);
    unlock.mutate(password, {
      onError: (failure) => {
        setPassword('');
        // The lock accepts no more passwords; a full sign-in is required, and the unsaved input stays.
        if (failure instanceof CallFailed && failure.status === 429) return endSession(failure.message);
        return setProblems(failureProblems(failure).map(({ message }) => ({ field: 'unlock-password', message })));
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Locked</h1>
      <ErrorSummary problems={problems} />
      <p>
        {WHY[why]} {before}{' '}
        <strong>
          {user.firstName} {user.lastName}
        </strong>
        {after}
      </p>
      <PasswordField
        id="unlock-password"
        label="Password"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={problems[0]?.message}
      />
      <Button type="submit" size="lg" fullWidth loading={unlock.isPending}>
        Unlock
      </Button>
      <Button variant="subtle" onClick={() => setLeaving(true)}>
        Sign in as somebody else
      </Button>
      <Button variant="subtle" onClick={() => setReporting(true)}>
        {REPORT_SAFETY}
      </Button>
    </form>
  );
}

function Leave({ onStay }: { readonly onStay: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void signOut();
  };
  return (
    <div className={styles.form}>
      <h1>Sign in as somebody else?</h1>
      <Notice tone="warn" live>
        <p>This signs out the person who is signed in now. What was typed here and not saved will be lost.</p>
      </Notice>
      <Button size="lg" color="red" fullWidth loading={isBusy} onClick={leave}>
        Sign out
      </Button>
      <Button variant="default" size="lg" fullWidth disabled={isBusy} onClick={onStay}>
        Back
      </Button>
    </div>
  );
}
