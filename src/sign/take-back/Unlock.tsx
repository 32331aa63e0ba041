import { accounts } from '#contract/accounts.ts';
import { CallFailed, Unreachable } from '#contract/call.ts';
import { useState } from 'react';
import { ask, type Problem } from '../ask.ts';
import { Page } from '../pieces/Page.tsx';
import { comeBack } from './come-back.ts';
import { PasswordEntry } from './PasswordEntry.tsx';
import type { TakeBackProps } from './TakeBack.tsx';
import { takeBackTexts } from './texts.ts';
import { useSubmit } from './use-submit.ts';

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
  const submit = useSubmit(async () => {
    if (password === '') return setProblems([{ field: 'password', message: unlock.empty }]);
    try {
      return comeBack(await ask(accounts.userUnlock, { password }), recordID);
    } catch (error) {
      if (error instanceof Unreachable) return setProblems([{ message: navigator.onLine ? silence : network }]);
      if (!(error instanceof CallFailed)) throw error;
      if (error.status === 429) return onSignIn(unlock.tooMany);
      if (error.status === 401) return onSignIn(unlock.over);
      return setProblems([{ field: 'password', message: error.message }]);
    }
  });
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
        <PasswordEntry label={unlock.password} value={password} onValue={setPassword} problems={problems} />
      </Page>
    </form>
  );
}
