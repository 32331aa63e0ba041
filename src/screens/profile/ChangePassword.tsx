import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { CONFIRM_MISMATCH, passwordRule } from '#domain/accounts/password.ts';
import { useChangePassword } from '#src/queries/profile.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { AccountName, answersTo } from './own-password.tsx';
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
  const { reset, setProblems } = form;
  const answers = answersTo({ reset, setProblems, passwordField: 'oldPassword', fieldOf: passwordFieldOf });
  const submit = form.onSubmit(({ oldPassword, newPassword }) => {
    if (change.isPending) return;
    change.mutate({ email, oldPassword, newPassword }, answers);
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
          <AccountName email={email} />
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
