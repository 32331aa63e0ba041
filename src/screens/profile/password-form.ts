import { CONFIRM_MISMATCH, NewPassword } from '#domain/accounts/password.ts';
import { enterField } from '#domain/values/text.ts';
import * as v from 'valibot';

/** A change of password as form input. */
export type PasswordForm = { readonly oldPassword: string; readonly newPassword: string; readonly confirmPassword: string };
export type PasswordFieldName = keyof PasswordForm;
export type PasswordProblem = { readonly field: PasswordFieldName; readonly message: string };

export const EMPTY_PASSWORDS: PasswordForm = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** The labels of the fields, as used in messages. */
export const PASSWORD_LABELS: Readonly<Record<PasswordFieldName, string>> = {
  oldPassword: 'Current Password',
  newPassword: 'New Password',
  confirmPassword: 'Confirm Password',
};

/** Every problem, one sentence for each field (spec §5 Change password). */
export function passwordProblems({ oldPassword, newPassword, confirmPassword }: PasswordForm): PasswordProblem[] {
  const chosen = v.safeParse(NewPassword(PASSWORD_LABELS.newPassword), newPassword, { abortPipeEarly: true });
  const messages: Readonly<Record<PasswordFieldName, string | undefined>> = {
    oldPassword: oldPassword === '' ? enterField(PASSWORD_LABELS.oldPassword) : undefined,
    newPassword: chosen.issues?.[0].message,
    confirmPassword: confirmProblem(newPassword, confirmPassword),
  };
  return PASSWORD_FIELDS.flatMap((field) => {
    const message = messages[field];
    return message === undefined ? [] : [{ field, message }];
  });
}

/** The field for a path of the API; undefined for one that no field shows. */
export function passwordFieldOf(path: string): PasswordFieldName | undefined {
  return PASSWORD_FIELDS.find((field) => field === path);
}

const PASSWORD_FIELDS = ['oldPassword', 'newPassword', 'confirmPassword'] as const satisfies readonly PasswordFieldName[];

function confirmProblem(newPassword: string, confirmPassword: string): string | undefined {
  if (confirmPassword === '') return 'Enter the new password again';
  return confirmPassword === newPassword ? undefined : CONFIRM_MISMATCH;
}
