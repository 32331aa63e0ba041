import { accounts } from '#contract/accounts.ts';
import { CallFailed, Unreachable } from '#contract/call.ts';
import { useRef, useState, type FormEvent } from 'react';
import { ask, type Problem } from '../ask.ts';
import { Field } from '../pieces/Field.tsx';
import { Page } from '../pieces/Page.tsx';
import { comeBack } from './come-back.ts';
import type { TakeBackProps } from './TakeBack.tsx';
import { takeBackTexts } from './texts.ts';

type UnlockProps = TakeBackProps & {
  readonly clinicianName: string;
  /** The password alone no longer opens: `why` says so. */
  readonly onSignIn: (why?: string) => void;
};

/** The password of the clinician who gave the tablet away. */
export function Unlock({ clinicianName, recordID, onBack, onSignIn }: UnlockProps) {
  const { unlock, network, silence } = takeBackTexts;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const isRunning = useRef(false);
  const open = async () => {
    if (password === '') return setProblems([{ field: 'password', message: unlock.empty }]);
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      comeBack(await ask(accounts.userUnlock, { password }), recordID);
    } catch (error) {
      if (error instanceof Unreachable) return setProblems([{ message: navigator.onLine ? silence : network }]);
      if (!(error instanceof CallFailed)) throw error;
      if (error.status === 429) return onSignIn(unlock.tooMany);
      if (error.status === 401) return onSignIn(unlock.over);
      setProblems([{ field: 'password', message: error.message }]);
    } finally {
      isRunning.current = false;
    }
    return undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void open();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Page
        h1={unlock.h1}
        onBack={onBack}
        problems={problems}
        actions={
          <>
            <button type="submit" className="button primary">
              {unlock.send}
            </button>
            <button type="button" className="button" onClick={() => onSignIn()}>
              {unlock.other}
            </button>
          </>
        }
      >
        <p>{unlock.lead(clinicianName)}</p>
        <Field
          id="password"
          type="password"
          label={unlock.password}
          value={password}
          onValue={setPassword}
          problems={problems}
          most={128}
          autoComplete="current-password"
        />
      </Page>
    </form>
  );
}
