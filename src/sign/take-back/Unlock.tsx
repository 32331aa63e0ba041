import { accounts } from '#contract/accounts.ts';
import { CallFailed, Unreachable } from '#contract/call.ts';
import { useState } from 'react';
import { ask, type Problem } from '../ask.ts';
import { Page } from '../pieces/Page.tsx';
import { currentTicket } from '#src/session/handover.ts';
import { PasswordEntry } from './PasswordEntry.tsx';
import type { WayBackProps } from './TakeBack.tsx';
import { SHORT_WAIT } from '#src/session/waits.ts';
import { takeBackHere } from './take-back-here.ts';
import { takeBackTexts } from './texts.ts';
import { useSubmit } from './use-submit.ts';

type UnlockProps = WayBackProps & {
  readonly clinicianName: string;
  /** The password alone no longer opens: `why` says so. */
  readonly onSignIn: (why?: string) => void;
};

/** The password of the clinician who gave the tablet away. */
export function Unlock({ clinicianName, onOpened, onBack, onSignIn }: UnlockProps) {
  const { unlock, network, silence } = takeBackTexts;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  // The server cannot be asked: the password opens the vault of whoever gave the tablet away, if it has one here.
  const userHash = currentTicket()?.userHash;
  const openWithout = async () => {
    if (userHash === undefined) return setProblems([{ message: navigator.onLine ? silence : network }]);
    const notTaken = await takeBackHere({ userHash, password, onOpened });
    if (notTaken?.kind === 'tooOld') return onSignIn(notTaken.message);
    if (notTaken !== null) setProblems([{ field: 'password', message: notTaken.message }]);
  };
  const submit = useSubmit(async () => {
    if (password === '') return setProblems([{ field: 'password', message: unlock.empty }]);
    setProblems([]);
    try {
      const session = await ask(accounts.userUnlock, { password }, userHash === undefined ? {} : { limitMs: SHORT_WAIT });
      return await onOpened({ kind: 'session', session, password });
    } catch (error) {
      if (error instanceof Unreachable) return openWithout();
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
