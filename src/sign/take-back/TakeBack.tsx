import '../style/form.css';
import { useState } from 'react';
import { comeBack, type Opened } from './come-back.ts';
import { passOnRefusal } from './pass-on.ts';
import { SignIn } from './SignIn.tsx';
import { Unlock } from './Unlock.tsx';
import { Untold } from './Untold.tsx';

export type TakeBackProps = {
  /** The case that the staff screens open at. */
  readonly recordID: string | undefined;
  /** Who gave the tablet away; null in a tab that holds no ticket: a full sign-in helps, and without a network their password. */
  readonly clinicianName: string | null;
  readonly onBack?: (() => void) | undefined;
};

/** What its ways in need. `onOpened`: a password was right. */
export type WayBackProps = Pick<TakeBackProps, 'onBack'> & { readonly onOpened: (opened: Opened) => Promise<void> };

/** The clinician's way out of a handover: the password, or after too many tries a full sign-in. */
export function TakeBack({ recordID, clinicianName, onBack }: TakeBackProps) {
  const [signIn, setSignIn] = useState<{ why?: string } | null>(clinicianName === null ? {} : null);
  const [untold, setUntold] = useState<Opened | null>(null);
  const passOn = async (opened: Opened) => {
    const isSafe = await passOnRefusal(opened);
    if (isSafe) await comeBack(opened, recordID);
    return isSafe;
  };
  const onOpened = async (opened: Opened) => {
    if (!(await passOn(opened))) setUntold(opened);
  };
  if (untold !== null) return <Untold onAgain={() => passOn(untold)} onLeave={() => comeBack(untold, recordID)} />;
  if (signIn === null && clinicianName !== null)
    return (
      <Unlock
        clinicianName={clinicianName}
        onOpened={onOpened}
        onBack={onBack}
        onSignIn={(why) => setSignIn(why === undefined ? {} : { why })}
      />
    );
  return <SignIn onOpened={onOpened} isElsewhere={clinicianName === null} onBack={onBack} why={signIn?.why} />;
}
