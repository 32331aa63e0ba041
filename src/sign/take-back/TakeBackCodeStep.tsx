import { hasInk } from '#domain/values/ink.ts';
import { CODE_LENGTH, codeHint } from '#domain/accounts/codes.ts';
import { deviceProof } from '#src/offline/device-proof.ts';
import { accounts } from '#contract/accounts.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { withoutField } from '#src/sign/mended-problems.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { signInProblems } from './sign-in-problems.ts';
import type { TakeBackStepProps } from './take-back-props.ts';
import { TakeBackForm } from './TakeBackForm.tsx';
import { takeBackTexts } from './texts.ts';
import { useFormSubmit } from './use-form-submit.ts';

type CodeStepProps = Pick<TakeBackStepProps, 'onOpened'> & {
  readonly email: string;
  readonly password: string;
  readonly onBack: () => void;
};

/** Second step of a sign-in that takes the tablet back. */
export function TakeBackCodeStep({ email, password, onOpened, onBack }: CodeStepProps) {
  const { signIn } = takeBackTexts;
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isMailed, setIsMailed] = useState(false);
  const submit = useFormSubmit(async () => {
    if (!hasInk(code)) return setProblems([{ field: 'code', message: signIn.noCode }]);
    try {
      const session = await callWithTicket(accounts.userOtpVerify, { email, password, code, ...(await deviceProof()) });
      return await onOpened({ kind: 'session', session, password });
    } catch (error) {
      // The password was right a moment ago: the code is the wrong part.
      const isCode = error instanceof CallFailed && error.code === 'INCORRECT_CREDENTIALS';
      if (isCode) setWrongCodes(wrongCodes + 1);
      return setProblems(isCode ? [{ field: 'code', message: signIn.wrongCode }] : signInProblems(error));
    }
  });
  const mailCode = useFormSubmit(async () => {
    try {
      await callWithTicket(accounts.userOtpEmail, { email });
      setIsMailed(true);
    } catch (error) {
      setProblems(signInProblems(error));
    }
  });
  return (
    <TakeBackForm
      h1={signIn.code}
      onBack={onBack}
      problems={problems}
      onSubmit={submit}
      send={signIn.send}
      other={{ label: signIn.mailCode, onPress: mailCode }}
    >
      <p role="status">{isMailed ? signIn.mailed : ''}</p>
      <SignerField
        id="code"
        label={signIn.code}
        hint={codeHint(signIn.codeHint, { wrongCodes, isMailed })}
        value={code}
        onValue={(text) => {
          setCode(text);
          setProblems((shown) => withoutField(shown, 'code'));
        }}
        problems={problems}
        most={2 * CODE_LENGTH}
        autoComplete="one-time-code"
        inputMode="numeric"
      />
    </TakeBackForm>
  );
}
