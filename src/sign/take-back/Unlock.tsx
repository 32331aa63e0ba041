import { accounts } from '#contract/accounts.ts';
import { useEffect, useState } from 'react';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { withoutField } from '#src/sign/mended-problems.ts';
import { currentTicket } from '#src/session/handover.ts';
import { PasswordEntry } from './PasswordEntry.tsx';
import type { TakeBackStepProps } from './take-back-props.ts';
import { TakeBackForm } from './TakeBackForm.tsx';
import { unlockAtServer } from './unlock-at-server.ts';
import { takeBackOffline } from './unlock-offline.ts';
import { takeBackTexts } from './texts.ts';
import { useFormSubmit } from './use-form-submit.ts';

type UnlockProps = TakeBackStepProps & {
  readonly clinicianName: string;
  /** Why the password is asked for although there is a tablet PIN. */
  readonly why: string | undefined;
  /** The password alone is no longer accepted; `why` gives the reason. */
  readonly onSignIn: (why?: string) => void;
};

/** Asks for the password of the clinician who handed the tablet over. */
export function Unlock({ clinicianName, why, onOpened, onBack, onSignIn }: UnlockProps) {
  const { unlock, network, silence } = takeBackTexts;
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>(why === undefined ? [] : [{ message: why }]);
  // After the page has moved the focus to its heading, or to its problems: the one thing to do here is to type.
  useEffect(() => {
    if (why === undefined) document.getElementById('password')?.focus();
  }, [why]);
  const typePassword = (text: string) => {
    setPassword(text);
    setProblems((shown) => withoutField(shown, 'password'));
  };
  // Without the server, the password opens the vault of the clinician who handed the tablet over, if there is one.
  const userHash = currentTicket()?.userHash;
  const openWithout = async () => {
    if (userHash === undefined) return setProblems([{ message: navigator.onLine ? silence : network }]);
    const notTaken = await takeBackOffline({ userHash, password, onOpened });
    if (notTaken?.kind === 'tooOld') return onSignIn(notTaken.message);
    if (notTaken !== null) setProblems([{ field: 'password', message: notTaken.message }]);
  };
  const submit = useFormSubmit(async () => {
    if (password === '') return setProblems([{ field: 'password', message: unlock.empty }]);
    setProblems([]);
    await unlockAtServer({
      unlock: async (limit) => {
        const session = await callWithTicket(accounts.userUnlock, { password }, limit);
        await onOpened({ kind: 'session', session, password });
      },
      openWithout,
      explain: ({ status, message }) => (status === 401 ? onSignIn(unlock.over) : setProblems([{ field: 'password', message }])),
      onSignIn,
    });
  });
  return (
    <TakeBackForm
      h1={unlock.h1}
      onBack={onBack}
      problems={problems}
      onSubmit={submit}
      send={unlock.send}
      other={{ label: unlock.other, onPress: () => onSignIn() }}
    >
      <p>{unlock.lead(clinicianName)}</p>
      <PasswordEntry label={unlock.password} value={password} onValue={typePassword} problems={problems} />
    </TakeBackForm>
  );
}
