import { REPORT_SAFETY } from '#src/safety/ReportAct.tsx';
import { ReportForm } from '#src/safety/ReportForm.tsx';
import { signOut } from '#src/auth/sign-out.ts';
import { clockTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import type { LockReason, Session } from '#src/session/auth-state.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { LockPassword } from './LockPassword.tsx';
import { LockPin } from './LockPin.tsx';
import { useLockPinOffer } from './use-lock-pin-offer.ts';
import styles from './Locked.module.css';
import signIn from './SignIn.module.css';

const WHY: Readonly<Record<LockReason, string>> = {
  idle: 'Nobody used this screen for a while. Your work is as you left it, and nothing is lost.',
  unreached:
    'The network was lost before the work on this tablet was open. The password opens it, and nothing that was typed is lost.',
  unfinished:
    'Your sign-in is not finished on this tablet, as happens when a page is loaded again too early. Your password finishes it: then your work is kept here, and opens without a network as well.',
};

type LockedProps = {
  readonly session: Session;
  readonly why: LockReason;
  /** since when, epoch ms */
  readonly at: number;
};

/**
 * The lock screen: the password of the session's owner unlocks it, or their tablet PIN where this tablet or the server can check it; anybody else has
 * to end that session first. It is shown because nobody knows who holds the tablet now: no store of the browser is asked for the password.
 */
export function Locked({ session, why, at }: LockedProps) {
  const [page, setPage] = useState<'lock' | 'leave' | 'report'>('lock');
  const [hasChosenPassword, setChosenPassword] = useState(false);
  const [spent, setSpent] = useState<string | null>(null);
  const offer = useLockPinOffer();
  const { timeZone } = useProduct();
  const { user, tokenExpiryDate } = session;
  const name = `${user.firstName} ${user.lastName}`;
  if (page === 'report')
    return (
      <div className={signIn.form}>
        <h1>{REPORT_SAFETY}</h1>
        <ReportForm mayNameCase={false} onClose={() => setPage('lock')} />
      </div>
    );
  if (page === 'leave') return <Leave onStay={() => setPage('lock')} />;
  const hasPin = offer.isOffered && spent === null;
  const note = spent ?? offer.why;
  // Until it is known whether the PIN opens it, nothing jumps.
  const mayHavePin = hasPin || (!offer.isAnswered && user.hasTabletPin && why === 'idle');
  return (
    <div className={hasPin ? `${styles.card} ${styles.withPin}` : styles.card}>
      <div className={styles.who}>
        <div className={styles.state}>
          <h1>Locked</h1>
          <span>{clockTime(new Date(at).toISOString(), timeZone)}</span>
        </div>
        <p className={styles.name}>{name}</p>
        <p>{WHY[why]}</p>
        {note !== null && (
          <Notice tone="info" live>
            <p>{note}</p>
          </Notice>
        )}
        {mayHavePin && !hasChosenPassword ? (
          <Button variant="default" size="lg" leftSection={<Icon name="lock" />} onClick={() => setChosenPassword(true)}>
            Use my password
          </Button>
        ) : (
          <LockPassword takesFocus={why === 'idle'} />
        )}
        <div className={styles.ways}>
          <Button
            variant="subtle"
            justify="flex-start"
            fullWidth
            classNames={{ label: styles.way }}
            leftSection={<Icon name="change" />}
            onClick={() => setPage('leave')}
          >
            Sign in as somebody else
          </Button>
          <Button
            variant="subtle"
            justify="flex-start"
            fullWidth
            classNames={{ label: styles.way }}
            leftSection={<Icon name="warning" />}
            onClick={() => setPage('report')}
          >
            {REPORT_SAFETY}
          </Button>
        </div>
      </div>
      {hasPin && <LockPin until={clockTime(tokenExpiryDate, timeZone)} onSpent={setSpent} />}
    </div>
  );
}

function Leave({ onStay }: { readonly onStay: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void signOut();
  };
  return (
    <div className={signIn.form}>
      <h1>Sign in as somebody else?</h1>
      <Notice tone="warn" live>
        <p>This signs out the person who is signed in now. What was typed here and not saved will be lost.</p>
      </Notice>
      <Button size="lg" color="red" fullWidth loading={isBusy} onClick={leave}>
        Sign out
      </Button>
      <Button variant="default" size="lg" fullWidth disabled={isBusy} onClick={onStay}>
        Back
      </Button>
    </div>
  );
}
