import { leftWords } from '#domain/base/wait-words.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { extendSession } from '#src/queries/accounts.ts';
import { WARNING_MS } from '#src/session/session-phase.ts';
import { askToSignIn, endSession, useSession } from '#src/session/session.ts';
import { useSessionPhase } from '#src/session/use-session-phase.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import styles from './SessionEnding.module.css';

/** Two minutes before the session ends: warns, and one tap extends it. Ends the session when the time is over. */
export function SessionEnding() {
  const state = useSessionPhase();
  const extend = useMutation({ mutationFn: extendSession });
  const isAlone = useSession()?.token === null;
  const isOver = state?.phase === 'over';
  useEffect(() => {
    if (isOver) endSession(FAILURES.SIGN_IN.message);
  }, [isOver]);
  if (state?.phase !== 'ending') return null;
  return (
    <div className={styles.ending}>
      <Notice
        tone="warn"
        live
        title={isAlone ? 'Your work on this tablet will soon be closed' : 'You will soon be signed out'}
        action={
          isAlone ? (
            <Button onClick={askToSignIn}>Sign in</Button>
          ) : (
            <Button onClick={() => extend.mutate()} loading={extend.isPending}>
              Stay signed in
            </Button>
          )
        }
      >
        {/* Announced once, not every second. */}
        <span aria-hidden="true">{leftWords(Math.ceil(state.left / 1000))} left.</span>
        <span className="visually-hidden">Less than {durationWords(WARNING_MS)} left.</span>
        {extend.isError && <> {failureWords(extend.error)}</>}
      </Notice>
    </div>
  );
}
