import '../style/form.css';
import { useState } from 'react';
import { returnToStaff, type TakenBack } from './return-to-staff.ts';
import { forwardRefusal } from './forward-refusal.ts';
import { TakeBackSignIn } from './TakeBackSignIn.tsx';
import type { TakeBackProps } from './take-back-props.ts';
import { Unlock } from './Unlock.tsx';
import { RefusalNotSent } from './RefusalNotSent.tsx';

/** Ends a handover: with the password, or after too many tries with a full sign-in. */
export function TakeBack({ recordID, clinicianName, onBack }: TakeBackProps) {
  const [signIn, setSignIn] = useState<{ why?: string } | null>(clinicianName === null ? {} : null);
  const [untold, setUntold] = useState<TakenBack | null>(null);
  const passOn = async (opened: TakenBack) => {
    const isSafe = await forwardRefusal(opened);
    if (isSafe) await returnToStaff(opened, recordID);
    return isSafe;
  };
  const onOpened = async (opened: TakenBack) => {
    if (!(await passOn(opened))) setUntold(opened);
  };
  if (untold !== null) return <RefusalNotSent onAgain={() => passOn(untold)} onLeave={() => returnToStaff(untold, recordID)} />;
  if (signIn === null && clinicianName !== null)
    return (
      <Unlock
        clinicianName={clinicianName}
        onOpened={onOpened}
        onBack={onBack}
        onSignIn={(why) => setSignIn(why === undefined ? {} : { why })}
      />
    );
  return <TakeBackSignIn onOpened={onOpened} isElsewhere={clinicianName === null} onBack={onBack} why={signIn?.why} />;
}
