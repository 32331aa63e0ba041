import { hasInk } from '#domain/values/ink.ts';
import { EMAIL_MOST } from '#domain/values/text-limits.ts';
import { deviceProof } from '#src/offline/device-proof.ts';
import { handoverFlag } from '#src/session/handover.ts';
import { accounts } from '#contract/accounts.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { isUnanswered } from '#contract/engine/retry.ts';
import { useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { withoutField } from '#src/sign/mended-problems.ts';
import { SignerField } from '#src/sign/pieces/SignerField.tsx';
import { TakeBackCodeStep } from './TakeBackCodeStep.tsx';
import { TakeBackForm } from './TakeBackForm.tsx';
import { PasswordEntry } from './PasswordEntry.tsx';
import type { TakeBackStepProps } from './take-back-props.ts';
import { signInProblems } from './sign-in-problems.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import { takeBackOffline } from './unlock-offline.ts';
import { takeBackTexts } from './texts.ts';
import { useFormSubmit } from './use-form-submit.ts';

type SignInProps = TakeBackStepProps & {
  /** This tab has no ticket: the tablet is handed over in another tab, or the app was closed in between. */
  readonly isElsewhere: boolean;
  readonly why: string | undefined;
};

/** Full sign-in of any member of staff: ends a handover when the password alone is no longer accepted. */
export function TakeBackSignIn({ onOpened, onBack, isElsewhere, why }: SignInProps) {
  const { signIn } = takeBackTexts;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>(why === undefined ? [] : [{ message: why }]);
  const type = (field: string, set: (text: string) => void, text: string) => {
    set(text);
    setProblems((shown) => withoutField(shown, field));
  };
  // A killed tab has lost the ticket, but the device's flag still names the vault of the clinician.
  const userHash = isElsewhere ? handoverFlag()?.userHash : undefined;
  const openWithout = async (whose: string) => {
    const notTaken = await takeBackOffline({ userHash: whose, password, onOpened });
    if (notTaken === null) return;
    setProblems([{ field: 'password', message: notTaken.kind === 'wrong' ? signIn.wrongHere : notTaken.message }]);
  };
  const submit = useFormSubmit(async () => {
    const missing: SignerCallProblem[] = [
      ...(!hasInk(email) ? [{ field: 'email', message: signIn.noEmail }] : []),
      ...(password === '' ? [{ field: 'password', message: signIn.noPassword }] : []),
    ];
    if (missing.length > 0) return setProblems(missing);
    try {
      const asking = userHash === undefined ? {} : { limitMs: FALLBACK_TIMEOUT };
      const session = await callWithTicket(accounts.userLogin, { email, password, ...(await deviceProof()) }, asking);
      return await onOpened({ kind: 'session', session, password });
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'TWO_FACTOR_REQUIRED') return setWantsCode(true);
      if (isUnanswered(error) && userHash !== undefined) return openWithout(userHash);
      return setProblems(signInProblems(error));
    }
  });
  if (wantsCode)
    return <TakeBackCodeStep email={email} password={password} onOpened={onOpened} onBack={() => setWantsCode(false)} />;
  return (
    <TakeBackForm
      h1={isElsewhere ? signIn.elsewhere : signIn.h1}
      onBack={onBack}
      problems={problems}
      onSubmit={submit}
      send={signIn.send}
    >
      <p>{signIn.lead}</p>
      <SignerField
        id="email"
        type="email"
        label={signIn.email}
        value={email}
        onValue={(text) => type('email', setEmail, text)}
        problems={problems}
        most={EMAIL_MOST}
      />
      <PasswordEntry
        label={signIn.password}
        value={password}
        onValue={(text) => type('password', setPassword, text)}
        problems={problems}
      />
    </TakeBackForm>
  );
}
