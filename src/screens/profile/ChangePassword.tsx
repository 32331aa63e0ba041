import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { CallFailed } from '#contract/call.ts';
import { CONFIRM_MISMATCH, passwordRule } from '#domain/password.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { focusHeading } from '#src/notices/focus-heading.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useChangePassword } from '#src/queries/profile.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { PasswordField } from '#src/ui/PasswordField.tsx';
import { useValidatedForm } from '#src/ui/use-validated-form.ts';
import { Button } from '@mantine/core';
import {
  EMPTY_PASSWORDS,
  PASSWORD_LABELS,
  passwordFieldOf,
  passwordProblems,
  type PasswordFieldName as Field,
} from './password-form.ts';
import styles from './profile.module.css';

/** Changes the own password. A wrong present one does not sign out (spec §4); the input stays. */
export function ChangePassword({ email }: { readonly email: string }) {
  const form = useValidatedForm({ initialValues: EMPTY_PASSWORDS, validate: passwordProblems });
  const change = useChangePassword();
  const submit = form.onSubmit(({ oldPassword, newPassword }) => {
    if (change.isPending) return;
    change.mutate(
      { email, oldPassword, newPassword },
      {
        onSuccess: ({ message }) => {
          form.reset();
          noticeSuccess(message);
          // The button that was pressed has lost the focus while it was busy.
          focusHeading();
        },
        onError: (failure) => form.setProblems(problemsOf(failure)),
      },
    );
  });
  const at = (field: Field) => ({ ...form.at(field), label: PASSWORD_LABELS[field] });
  // Shown while typing, not only after the button (spec §5 inline text).
  const differs = form.values.confirmPassword !== '' && !form.values.newPassword.startsWith(form.values.confirmPassword);
  const confirm = at('confirmPassword');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NeedsServer />
      <ErrorSummary problems={form.problems} />
      <Panel title="Change Password">
        <div className={styles.fields}>
          {/* Lets password managers recognise the account of this password. */}
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
