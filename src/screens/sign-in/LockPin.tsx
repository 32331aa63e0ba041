import { EnteredTabletPin, TABLET_PIN_LENGTH, TABLET_PIN_TRIES } from '#domain/accounts/tablet-pin.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { useUnlockWithPin } from '#src/queries/accounts.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { endSession } from '#src/session/session.ts';
import { tabletPinWords } from '#src/session/tablet-pin-words.ts';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { PasswordField } from '#src/ui/fields/PasswordField.tsx';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { PinPad } from './PinPad.tsx';
import styles from './Locked.module.css';

type LockPinProps = {
  /** the end of the session, in words */
  readonly until: string;
  /** the PIN opens nothing any more */
  readonly onSpent: (why: string) => void;
};

const FIELD = 'unlock-pin';

/** Opens the lock of one's own session with the tablet PIN; the sixth digit sends it. */
export function LockPin({ until, onSpent }: LockPinProps) {
  const [digits, setDigits] = useState('');
  const latest = useRef('');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const unlock = useUnlockWithPin();
  // Digits of a keyboard that is plugged in come here; a tablet's own stays away.
  useEffect(() => document.getElementById(FIELD)?.focus(), []);
  const type = (value: string) => {
    latest.current = value.replaceAll(/\D/g, '').slice(0, TABLET_PIN_LENGTH);
    setDigits(latest.current);
    if (latest.current.length === TABLET_PIN_LENGTH) send();
  };
  const fail = (message: string) => {
    type('');
    setProblems([{ field: FIELD, message }]);
  };
  const send = () => {
    if (unlock.isPending) return;
    if (!v.is(EnteredTabletPin, latest.current)) return setProblems([{ field: FIELD, message: tabletPinWords.empty }]);
    setProblems([]);
    unlock.mutate(latest.current, {
      onSuccess: (refused) => {
        if (refused === null) return;
        if (refused.triesLeft === 0) return onSpent(tabletPinWords.spent);
        return fail(tabletPinWords.wrong(refused.triesLeft));
      },
      onError: (failure) => {
        // The lock accepts nothing more; a full sign-in is required, and the unsaved input stays.
        if (failure instanceof CallFailed && failure.status === 429) return endSession(failure.message);
        return fail(failureProblems(failure)[0]?.message ?? tabletPinWords.noNetwork);
      },
    });
  };
  return (
    <form
      className={styles.pin}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ErrorSummary problems={problems} />
      <PasswordField
        id={FIELD}
        label={tabletPinWords.label}
        hint={tabletPinWords.hint}
        autoComplete="off"
        isPin
        hasOwnKeys
        value={digits}
        onChange={type}
        error={problems[0]?.message}
      />
      <PinPad value={digits} onValue={type} />
      <p className={styles.small}>
        {TABLET_PIN_TRIES} tries. The PIN opens your own session until <b>{until}</b>, nothing else.
      </p>
    </form>
  );
}
