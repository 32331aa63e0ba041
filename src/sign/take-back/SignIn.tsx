import { handoverFlag } from '#src/session/handover.ts';
import { accounts } from '#contract/accounts.ts';
import { CallFailed, Unreachable } from '#contract/call.ts';
import { useState } from 'react';
import { ask, type Problem } from '../ask.ts';
import { Field } from '../pieces/Field.tsx';
import { Page } from '../pieces/Page.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PasswordEntry } from './PasswordEntry.tsx';
import type { WayBackProps } from './TakeBack.tsx';
import { signInProblems } from './sign-in-problems.ts';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { takeBackHere } from './take-back-here.ts';
import { takeBackTexts } from './texts.ts';
import { useSubmit } from './use-submit.ts';

type SignInProps = WayBackProps & {
  /** This tab holds no ticket: the tablet is with a patient in another one, or the app was closed in between. */
  readonly isElsewhere: boolean;
  readonly why: string | undefined;
};

/** The full sign-in of any member of staff: what ends a handover when the password alone no longer does. */
export function SignIn({ onOpened, onBack, isElsewhere, why }: SignInProps) {
  const { signIn } = takeBackTexts;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>(why === undefined ? [] : [{ message: why }]);
  // A tab that was killed no longer knows who gave the tablet away, but the tablet does.
  const userHash = isElsewhere ? handoverFlag()?.userHash : undefined;
  const openWithout = async (whose: string) => {
    const notTaken = await takeBackHere({ userHash: whose, password, onOpened });
    if (notTaken === null) return;
    setProblems([{ field: 'password', message: notTaken.kind === 'wrong' ? signIn.wrongHere : notTaken.message }]);
  };
  const submit = useSubmit(async () => {
    const missing: Problem[] = [
      ...(email.trim() === '' ? [{ field: 'email', message: signIn.noEmail }] : []),
      ...(password === '' ? [{ field: 'password', message: signIn.noPassword }] : []),
    ];
    if (missing.length > 0) return setProblems(missing);
    try {
      const asking = userHash === undefined ? {} : { limitMs: SHORT_WAIT };
      const session = await ask(accounts.userLogin, { email, password }, asking);
      return await onOpened({ kind: 'session', session, password });
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'TWO_FACTOR_REQUIRED') return setWantsCode(true);
      if (error instanceof Unreachable && userHash !== undefined) return openWithout(userHash);
      return setProblems(signInProblems(error));
    }
  });
  if (wantsCode) return <CodeStep email={email} password={password} onOpened={onOpened} onBack={() => setWantsCode(false)} />;
  return (
    <form onSubmit={submit} noValidate>
      <Page
        h1={isElsewhere ? signIn.elsewhere : signIn.h1}
        onBack={onBack}
        problems={problems}
        actions={
          <button type="submit" className="button primary">
            {signIn.send}
          </button>
        }
      >
        <p>{signIn.lead}</p>
        <Field
          id="email"
          type="email"
          label={signIn.email}
          value={email}
          onValue={setEmail}
          problems={problems}
          most={254}
          autoComplete="username"
        />
        <PasswordEntry label={signIn.password} value={password} onValue={setPassword} problems={problems} />
      </Page>
    </form>
  );
}
