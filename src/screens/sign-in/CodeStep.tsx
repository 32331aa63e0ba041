import { CallFailed } from '#contract/call.ts';
import { FAILURES } from '#domain/messages.ts';
import { CODE_LENGTH } from '#domain/staff.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { useMailBackupCode, useVerifyCode } from '#src/queries/accounts.ts';
import { CodeField } from '#src/screens/account/CodeField.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { errorAt, withMended } from '#src/ui/field-checks.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { problemsAt } from './form-problems.ts';
import type { SignInProps } from './sign-in-props.ts';
import styles from './SignIn.module.css';

type CodeStepProps = Credentials &
  Pick<SignInProps, 'leaveScreens' | 'onSignedIn'> & {
    /** The server's sentence that asks for the code. */
    readonly message: string;
    readonly onBack: () => void;
  };

/** The six digits of the authenticator app, or of a mail for those without their phone (spec §1). */
export function CodeStep({ email, password, message, leaveScreens, onSignedIn, onBack }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const verify = useVerifyCode(leaveScreens);
  useEffect(focusCode, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (code.length !== CODE_LENGTH) return setProblems([{ field: 'sign-in-code', message: `Enter all ${CODE_LENGTH} digits` }]);
    setProblems([]);
    // As in the password step: this step may be unmounted before the sign-in ends.
    void verify.mutateAsync({ email, password, code }).then(onSignedIn, (failure: unknown) => setProblems(codeProblems(failure)));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Enter your code</h1>
      <ErrorSummary problems={problems} />
      <p>{message}</p>
      <CodeField
        id="sign-in-code"
        label="Code"
        hint="Six digits"
        value={code}
        onChange={(next) => {
          setProblems(withMended(problems, 'sign-in-code'));
          setCode(next);
        }}
        error={errorAt(problems, 'sign-in-code')}
      />
      <Button type="submit" size="lg" fullWidth loading={verify.isPending}>
        Verify
      </Button>
      <BackupCode
        email={email}
        onMailed={() => {
          setCode('');
          setProblems([]);
          focusCode();
        }}
      />
      <Button variant="subtle" onClick={onBack}>
        Back to email and password
      </Button>
    </form>
  );
}

function focusCode(): void {
  document.getElementById('sign-in-code')?.focus();
}

/** The server does not say which part was wrong. The password has been accepted at this point, so it is the code. */
function codeProblems(failure: unknown): FieldProblem[] {
  const isWrong = failure instanceof CallFailed && failure.code === 'INCORRECT_CREDENTIALS';
  return isWrong
    ? [{ field: 'sign-in-code', message: FAILURES.INCORRECT_CODE.message }]
    : problemsAt(failure, { code: 'sign-in-code' });
}

/** The sign-in without the phone. */
function BackupCode({ email, onMailed }: { readonly email: string; readonly onMailed: () => void }) {
  const mail = useMailBackupCode();
  return (
    <>
      {mail.isSuccess && (
        <Notice live tone="info" title={mail.data.message}>
          <p>The email has six digits. Enter them above. They work once, for 10 minutes.</p>
        </Notice>
      )}
      {mail.isError && (
        <Notice live tone="stop">
          <p>{failureWords(mail.error)}</p>
        </Notice>
      )}
      <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate(email, { onSuccess: onMailed })}>
        {mail.isSuccess ? 'Email me another backup code' : 'Email me a backup code'}
      </Button>
    </>
  );
}
