import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { EmailAddress } from '#domain/values/text.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useForgot } from '#src/queries/registration.ts';
import { usePageState } from '#src/session/page-state.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Link } from '#src/ui/Link.tsx';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import { AnotherCodeLink } from './AnotherCodeLink.tsx';
import { EmailField } from './EmailField.tsx';
import { FormEnd } from './FormEnd.tsx';
import { KEPT_EMAIL } from './kept-email.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './registration.module.css';

type ForgotPasswordProps = {
  /** Whether a code is yet to be requested, or is to be entered (spec §2: one screen for both). */
  readonly stage: 'ask' | 'set';
  /** The code has been mailed. */
  readonly onRequested: () => void;
  /** The new password is set; signing in comes next. */
  readonly onSet: () => void;
};

/** A forgotten password: a code by mail, then a new one. The second factor stays as it is. */
export function ForgotPassword({ stage, onRequested, onSet }: ForgotPasswordProps) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  return (
    <div className={styles.card}>
      <h1>{stage === 'ask' ? 'Forgotten password' : 'Set a new password'}</h1>
      <NeedsServer />
      <ErrorSummary problems={problems} />
      {stage === 'ask' ? (
        <Ask problems={problems} onProblems={setProblems} onRequested={onRequested} />
      ) : (
        <>
          <p className={styles.lead}>
            If the address has an account, an email with a code is on its way. Your two-factor authentication stays on.
          </p>
          <NewPasswordForm
            problems={problems}
            onProblems={setProblems}
            okLabel="Set the password"
            aside={<AnotherCodeLink href={paths.forgotPassword.href} />}
            onDone={({ message }) => {
              noticeSuccess(message);
              onSet();
            }}
          />
        </>
      )}
    </div>
  );
}

type AskProps = Pick<ForgotPasswordProps, 'onRequested'> & {
  readonly problems: readonly FieldProblem[];
  readonly onProblems: (problems: readonly FieldProblem[]) => void;
};

function Ask({ problems, onProblems, onRequested }: AskProps) {
  const [email, setEmail] = usePageState(KEPT_EMAIL, '');
  const forgot = useForgot();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (forgot.isPending) return;
    const { issues } = v.safeParse(EmailAddress, email, { abortPipeEarly: true });
    onProblems((issues ?? []).map(({ message }) => ({ field: 'email', message })));
    if (issues !== undefined) return;
    forgot.mutate(email, {
      onSuccess: ({ message }) => {
        noticeSuccess(message);
        onRequested();
      },
      onError: (failure) => onProblems(failureProblems(failure).map(({ message }) => ({ field: 'email', message }))),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>We will email you a code to set a new password.</p>
      <EmailField autoComplete="username" value={email} onChange={setEmail} error={problems[0]?.message} />
      <FormEnd
        okLabel="Send me the code"
        isSending={forgot.isPending}
        aside={<Link href={paths.signIn.href}>Back to the sign-in</Link>}
      />
    </form>
  );
}
