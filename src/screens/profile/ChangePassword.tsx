import { CallFailed } from '#contract/call.ts';
import { CONFIRM_MISMATCH, passwordRule } from '#domain/password.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/notices/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useChangePassword } from '#src/queries/profile.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import {
  EMPTY_PASSWORDS,
  PASSWORD_LABELS,
  passwordFieldOf,
  passwordProblems,
  type PasswordField as Field,
} from './password-form.ts';
import styles from './profile.module.css';

/** The own password, changed. A wrong present one stays on the page (spec §4); so does what was typed. */
export function ChangePassword({ email }: { readonly email: string }) {
  const [form, setForm] = useState(EMPTY_PASSWORDS);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const change = useChangePassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordProblems(form);
    setProblems(found);
    if (found.length > 0 || change.isPending) return;
    change.mutate(
      { email, oldPassword: form.oldPassword, newPassword: form.newPassword },
      {
        onSuccess: ({ message }) => {
          setForm(EMPTY_PASSWORDS);
          noticeSuccess(message);
          // The button that was pressed has lost it while it was busy.
          focusHeading();
        },
        onError: (failure) => setProblems(problemsOf(failure)),
      },
    );
  };
  const at = (field: Field) => ({
    id: field,
    label: PASSWORD_LABELS[field],
    value: form[field],
    error: problems.find((problem) => problem.field === field)?.message,
    onChange: (value: string) => setForm((before) => ({ ...before, [field]: value })),
  });
  // Told while it is typed, not only after the button (spec §5 inline text).
  const differs = form.confirmPassword !== '' && !form.newPassword.startsWith(form.confirmPassword);
  const confirm = at('confirmPassword');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      <Panel title="Change Password">
        <div className={styles.fields}>
          {/* Tells password managers whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField {...at('oldPassword')} autoComplete="current-password" />
          <PasswordField {...at('newPassword')} autoComplete="new-password" hint={passwordRule(PASSWORD_LABELS.newPassword)} />
          <PasswordField {...confirm} autoComplete="new-password" error={differs ? CONFIRM_MISMATCH : confirm.error} />
          <p className={styles.small}>You stay signed in here. Everywhere else you will be signed out.</p>
        </div>
        <div className={styles.actions}>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </Panel>
    </form>
  );
}

function problemsOf(failure: unknown): FieldProblem[] {
  const isWrong = failure instanceof CallFailed && failure.code === 'INCORRECT_PASSWORD';
  return failureProblems(failure).map(({ path, message }) => ({
    field: isWrong ? 'oldPassword' : passwordFieldOf(path),
    message,
  }));
}
