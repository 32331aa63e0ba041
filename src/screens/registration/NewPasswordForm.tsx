import { AuthorisationCode } from '#domain/accounts/codes.ts';
import { CONFIRM_MISMATCH, NewPassword } from '#domain/accounts/password.ts';
import { EmailAddress } from '#domain/values/text.ts';
import type { Output } from '#contract/calls.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useRegister } from '#src/queries/registration.ts';
import { usePageState } from '#src/session/page-state.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useState, type FormEvent, type ReactNode } from 'react';
import * as v from 'valibot';
import { EmailField } from './EmailField.tsx';
import { FormEnd } from './FormEnd.tsx';
import { KEPT_EMAIL } from './kept-email.ts';
import styles from './registration.module.css';

export type Registered = Output<'userRegister'>;

type NewPasswordFormProps = {
  readonly problems: readonly FieldProblem[];
  readonly onProblems: (problems: readonly FieldProblem[]) => void;
  readonly okLabel: string;
  /** Beside the button: the link to request another code. */
  readonly aside: ReactNode;
  readonly onDone: (answer: Registered) => void;
};

const EMPTY = { authorisationCode: '', password: '', confirm: '' };

/** Email, mailed code and a new password twice: for a new account and for a forgotten password alike. */
export function NewPasswordForm({ problems, onProblems, okLabel, aside, onDone }: NewPasswordFormProps) {
  const [email, setEmail] = usePageState(KEPT_EMAIL, '');
  const [values, setValues] = useState(EMPTY);
  const register = useRegister();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending) return;
    const { confirm, ...rest } = values;
    const input = { email, ...rest };
    const found = problemsIn(input, confirm);
    onProblems(found);
    if (found.length > 0) return;
    register.mutate(input, {
      onSuccess: onDone,
      onError: (failure) =>
        onProblems(
          failureProblems(failure).map(({ path, message }) => ({ field: path in FIELDS.entries ? path : undefined, message })),
        ),
    });
  };
  const at = (field: keyof typeof EMPTY) => ({
    id: field,
    value: values[field],
    onChange: (text: string) => setValues((before) => ({ ...before, [field]: text })),
    error: problems.find((problem) => problem.field === field)?.message,
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <EmailField
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={problems.find((problem) => problem.field === 'email')?.message}
      />
      <div className={styles.narrow}>
        <TextField
          {...at('authorisationCode')}
          label="Code"
          hint="The 8 letters and digits from the email"
          autoComplete="one-time-code"
        />
      </div>
      <div className={styles.narrow}>
        <PasswordField
          {...at('password')}
          label="Password"
          hint="At least 8 characters, with a lower-case letter, a capital, a number and one of @ ! $ #"
          autoComplete="new-password"
        />
      </div>
      <div className={styles.narrow}>
        <PasswordField
          {...at('confirm')}
          label="Confirm password"
          autoComplete="new-password"
          error={at('confirm').error ?? mismatch(values)}
        />
      </div>
      <FormEnd okLabel={okLabel} isSending={register.isPending} aside={aside} />
    </form>
  );
}

const FIELDS = v.object({ email: EmailAddress, authorisationCode: AuthorisationCode, password: NewPassword('Password') });

/** All problems, in the order of the fields; the first sentence of each. */
function problemsIn(input: v.InferInput<typeof FIELDS>, confirm: string): FieldProblem[] {
  const parsed = v.safeParse(FIELDS, input, { abortPipeEarly: true });
  const found = (parsed.issues ?? []).map((issue) => ({ field: v.getDotPath(issue) ?? undefined, message: issue.message }));
  return confirm === input.password ? found : [...found, { field: 'confirm', message: CONFIRM_MISMATCH }];
}

/** Shown while typing as soon as the second cannot become equal to the first (spec §5, inline). */
function mismatch({ password, confirm }: typeof EMPTY): string | undefined {
  return password.startsWith(confirm) ? undefined : CONFIRM_MISMATCH;
}
