import { EnteredTabletPin, TABLET_PIN_LENGTH } from '#domain/accounts/tablet-pin.ts';
import { accounts } from '#contract/accounts.ts';
import type { CallFailed } from '#contract/engine/call.ts';
import { askTabletPin, countRefusedPin } from '#src/offline/tablet-pin.ts';
import { currentTicket } from '#src/session/handover.ts';
import { callWithTicket, type SignerCallProblem } from '#src/sign/api.ts';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { SecretEntry } from './PasswordEntry.tsx';
import type { TakeBackStepProps } from './take-back-props.ts';
import { TakeBackForm } from './TakeBackForm.tsx';
import { takeBackTexts } from './texts.ts';
import { unlockAtServer } from './unlock-at-server.ts';
import { takeBackWithPinOffline } from './unlock-offline.ts';
import { useFormSubmit } from './use-form-submit.ts';

type UnlockWithPinProps = TakeBackStepProps & {
  readonly clinicianName: string;
  /** The password is asked for instead; `why` gives the reason when nobody chose it. */
  readonly onPassword: (why?: string) => void;
  /** Neither is accepted any more. */
  readonly onSignIn: (why: string) => void;
};

const FIELD = 'tabletPin';

/** Asks for the tablet PIN of the clinician who handed the tablet over; the sixth digit sends it. */
export function UnlockWithPin({ clinicianName, onOpened, onBack, onPassword, onSignIn }: UnlockWithPinProps) {
  const { pin: texts, unlock } = takeBackTexts;
  const [shown, setShown] = useState('');
  const digitsEntered = useRef('');
  const [problems, setProblems] = useState<readonly SignerCallProblem[]>([]);
  // After the page has moved the focus to its heading: the one thing to do here is to type.
  useEffect(() => document.getElementById(FIELD)?.focus(), []);
  const type = (digits: string) => {
    digitsEntered.current = digits;
    setShown(digits);
  };
  const userHash = currentTicket()?.userHash;
  const refuse = (triesLeft: number) => {
    if (triesLeft === 0) return onPassword(texts.spent);
    type('');
    setProblems([{ field: FIELD, message: texts.wrong(triesLeft) }]);
  };
  const openWithout = async (tabletPin: string) => {
    const failure =
      userHash === undefined ? { kind: 'unknown' as const } : await takeBackWithPinOffline({ userHash, tabletPin }, onOpened);
    if (failure?.kind === 'wrong') return refuse(failure.triesLeft);
    if (failure?.kind === 'unknown') return onPassword(texts.noNetwork);
    if (failure?.kind === 'tooOld') return onSignIn(failure.message);
  };
  const explain = async (failure: CallFailed) => {
    if (failure.code === 'INCORRECT_TABLET_PIN') return refuse(await countRefusedPin(userHash, failure));
    if (failure.status === 401) return onPassword(texts.ended);
    if (failure.code === 'TABLET_PIN_OFF') return onPassword(failure.message);
    setProblems([{ field: FIELD, message: failure.message }]);
  };
  const submit = useFormSubmit(async () => {
    const tabletPin = digitsEntered.current;
    if (!v.is(EnteredTabletPin, tabletPin)) return setProblems([{ field: FIELD, message: texts.empty }]);
    setProblems([]);
    await unlockAtServer({
      unlock: async (limit) => {
        const session = await callWithTicket(accounts.userUnlockWithTabletPin, { tabletPin }, limit);
        if (userHash !== undefined) await askTabletPin({ type: 'TABLET_PIN_PROVEN', userHash, tabletPin });
        await onOpened({ kind: 'session', session, password: null });
      },
      openWithout: () => openWithout(tabletPin),
      explain,
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
      other={{ label: texts.other, onPress: () => onPassword() }}
    >
      <p>{texts.lead(clinicianName)}</p>
      <SecretEntry
        id={FIELD}
        label={texts.label}
        hint={texts.hint}
        value={shown}
        onValue={(value) => {
          type(value.replaceAll(/\D/g, ''));
          if (digitsEntered.current.length === TABLET_PIN_LENGTH) submit();
        }}
        problems={problems}
        most={TABLET_PIN_LENGTH}
        inputMode="numeric"
      />
    </TakeBackForm>
  );
}
