import '../style/form.css';
import { useState } from 'react';
import { SignIn } from './SignIn.tsx';
import { Unlock } from './Unlock.tsx';

export type TakeBackProps = {
  /** The case that the staff screens open at. */
  readonly recordID: string | undefined;
  /** Who gave the tablet away; null in a tab that holds no ticket: a full sign-in helps, and without a network their password. */
  readonly clinicianName: string | null;
  readonly onBack?: (() => void) | undefined;
};

/** The clinician's way out of a handover: the password, or after too many tries a full sign-in. */
export function TakeBack({ recordID, clinicianName, onBack }: TakeBackProps) {
  const [signIn, setSignIn] = useState<{ why?: string } | null>(clinicianName === null ? {} : null);
  if (signIn === null && clinicianName !== null)
    return (
      <Unlock
        clinicianName={clinicianName}
        recordID={recordID}
        onBack={onBack}
        onSignIn={(why) => setSignIn(why === undefined ? {} : { why })}
      />
    );
  return <SignIn recordID={recordID} isElsewhere={clinicianName === null} onBack={onBack} why={signIn?.why} />;
}
