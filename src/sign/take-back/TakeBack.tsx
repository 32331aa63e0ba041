import { askTabletPin } from '#src/offline/tablet-pin.ts';
import { currentTicket } from '#src/session/handover.ts';
import { useEffect, useState } from 'react';
import { returnToStaff, type TakenBack } from './return-to-staff.ts';
import { forwardRefusal } from './forward-refusal.ts';
import { canResume } from './resume-visit.ts';
import { Resume } from './Resume.tsx';
import { hasTabletPin, tabletPinOffer } from './tablet-pin-offer.ts';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { takeBackTexts } from './texts.ts';
import { TakeBackSignIn } from './TakeBackSignIn.tsx';
import type { TakeBackProps } from './take-back-props.ts';
import { Unlock } from './Unlock.tsx';
import { UnlockWithPin } from './UnlockWithPin.tsx';
import { RefusalNotSent } from './RefusalNotSent.tsx';

/**
 * The step of taking the tablet back; `why`: the reason when a person did not choose it. `asking`: finds out whether the visit
 * may go on, or the PIN be used. `resume`: asks for the password with which the visit goes on.
 */
type Step = { readonly kind: 'asking' | 'resume' | 'pin' | 'password' | 'signIn'; readonly why?: string | undefined };

/** Ends a handover: with the tablet PIN or the password, or after too many tries with a full sign-in. */
export function TakeBack({ recordID, clinicianName, mayResume: isLost = false, onBack }: TakeBackProps) {
  const [mayResume, setMayResume] = useState(isLost);
  const [step, setStep] = useState<Step>(() => (mayResume ? { kind: 'asking' } : firstProof(clinicianName)));
  const [unsentRefusal, setUnsentRefusal] = useState<TakenBack | null>(null);
  const isAsking = step.kind === 'asking';
  useEffect(() => {
    if (!isAsking) return;
    void nextStep({ clinicianName, mayResume }).then(setStep);
  }, [isAsking, clinicianName, mayResume]);
  const passOn = async (opened: TakenBack) => {
    const isSafe = await forwardRefusal(opened);
    if (isSafe) await returnToStaff(opened, recordID);
    return isSafe;
  };
  const onOpened = async (opened: TakenBack) => {
    if (!(await passOn(opened))) setUnsentRefusal(opened);
  };
  const onPasswordOpened = async (opened: TakenBack) => {
    await renewTabletPin();
    await onOpened(opened);
  };
  const signIn = (why?: string) => setStep({ kind: 'signIn', why });
  if (unsentRefusal !== null)
    return <RefusalNotSent onAgain={() => passOn(unsentRefusal)} onLeave={() => returnToStaff(unsentRefusal, recordID)} />;
  if (isAsking) return <SignerPage h1={takeBackTexts.unlock.h1} onBack={onBack} />;
  if (step.kind === 'resume') {
    const takeBack = (why?: string) => {
      setMayResume(false);
      setStep({ ...firstProof(clinicianName), why });
    };
    return <Resume onBack={onBack} onOther={takeBack} />;
  }
  if (clinicianName === null || step.kind === 'signIn')
    return <TakeBackSignIn onOpened={onOpened} isElsewhere={clinicianName === null} onBack={onBack} why={step.why} />;
  const unlocking = { clinicianName, onBack, onSignIn: signIn };
  if (step.kind === 'pin')
    return <UnlockWithPin {...unlocking} onOpened={onOpened} onPassword={(why) => setStep({ kind: 'password', why })} />;
  return <Unlock {...unlocking} onOpened={onPasswordOpened} why={step.why} />;
}

type Asking = Pick<TakeBackProps, 'clinicianName' | 'mayResume'>;

function firstProof(clinicianName: Asking['clinicianName']): Step {
  return { kind: clinicianName === null ? 'signIn' : hasTabletPin() ? 'asking' : 'password' };
}

async function nextStep({ clinicianName, mayResume = false }: Asking): Promise<Step> {
  if (mayResume && (await canResume())) return { kind: 'resume' };
  if (clinicianName === null || !hasTabletPin()) return firstProof(clinicianName);
  const { isOffered, why } = await tabletPinOffer();
  return { kind: isOffered ? 'pin' : 'password', why };
}

/** A right password gives the tablet PIN all its tries again, as at the server. */
async function renewTabletPin(): Promise<void> {
  const userHash = currentTicket()?.userHash;
  if (userHash !== undefined && hasTabletPin()) await askTabletPin({ type: 'TABLET_PIN_RENEWED', userHash });
}
