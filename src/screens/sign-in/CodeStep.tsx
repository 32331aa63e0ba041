import { CODE_LENGTH, codeHint } from '#domain/accounts/codes.ts';
import type { Credentials } from '#src/offline/unlock.ts';
import { CodeField } from '#src/screens/account/CodeField.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { errorAt, withMended } from '#src/ui/fields/field-checks.ts';
import { PlainButton } from '#src/ui/PlainButton.tsx';
import { useEffect, useState, type FormEvent } from 'react';
import { BackupCode } from './BackupCode.tsx';
import type { SignInProps } from './sign-in-props.ts';
import styles from './SignIn.module.css';
import { useSignInStep } from './use-sign-in-step.ts';

type CodeStepProps = Credentials &
  Pick<SignInProps, 'calls' | 'leaveScreens' | 'onSignedIn'> & {
    /** The server's sentence that asks for the code. */
    readonly message: string;
    readonly onBack: () => void;
  };

const controls = { code: 'sign-in-code' };

/** The six digits of the authenticator app, or of a mail for those without their phone (spec §1). */
export function CodeStep({ email, password, message, leaveScreens, onBack, ...step }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isMailed, setMailed] = useState(false);
  const { problems, setProblems, isPending, run } = useSignInStep({ ...step, controls });
  useEffect(focusCode, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (code.length !== CODE_LENGTH) setProblems([{ field: controls.code, message: `Enter all ${CODE_LENGTH} digits` }]);
    else
      void run(async ({ verifyCode }) => {
        const result = await verifyCode({ email, password, code }, leaveScreens);
        if (result.kind === 'refused' && result.isWrongCode === true) setWrongCodes((count) => count + 1);
        return result;
      });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>Enter your code</h1>
      <ErrorSummary problems={problems} />
      <p>{message}</p>
      <CodeField
        id={controls.code}
        label="Code"
        hint={codeHint('Six digits', { wrongCodes, isMailed })}
        value={code}
        onChange={(next) => {
          setProblems(withMended(problems, controls.code));
          setCode(next);
        }}
        error={errorAt(problems, controls.code)}
      />
      <PlainButton type="submit" loading={isPending}>
        Verify
      </PlainButton>
      <BackupCode
        email={email}
        calls={step.calls}
        onMailed={() => {
          setMailed(true);
          setCode('');
          setProblems([]);
          focusCode();
        }}
      />
      <PlainButton variant="subtle" onClick={onBack}>
        Back to email and password
      </PlainButton>
    </form>
  );
}

function focusCode(): void {
  document.getElementById(controls.code)?.focus();
}
