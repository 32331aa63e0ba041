import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { reasonNeededFor } from '#contract/reason-needed.ts';
import { isServerTrouble } from '#contract/engine/retry.ts';
import { EmptyState, FailedState, OfflineState, RefusedState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { askToSignIn } from '#src/session/session.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { ReasonNeeded } from './ReasonNeeded.tsx';

type QueryFailureProps = {
  readonly failure: unknown;
  readonly onRetry: () => void;
  /** The way on from something that does not exist. */
  readonly back?: ReactNode;
};

/** Shown in place of an answer: a missing sign-in, unreachable, a server that fails, refused, not found and failed each have their own text. */
export function QueryFailure({ failure, onRetry, back }: QueryFailureProps) {
  const again = (
    <Button variant="default" onClick={onRetry}>
      Try again
    </Button>
  );
  if (failure instanceof SignInNeeded)
    return (
      <OfflineState title="Please sign in to see this" action={<Button onClick={askToSignIn}>Sign in</Button>}>
        This is not kept on this device, and you are not signed in to the server.
      </OfflineState>
    );
  if (failure instanceof Unreachable)
    return (
      <OfflineState title="The server cannot be reached" action={again}>
        This is not kept on this device. Please check the network and try again.
      </OfflineState>
    );
  if (reasonNeededFor(failure) !== undefined) return <ReasonNeeded failure={failure} back={back} />;
  if (failure instanceof CallFailed && failure.status === 403)
    return <RefusedState title={failure.message}>An administrator can give you this permission.</RefusedState>;
  if (failure instanceof CallFailed && failure.status === 404)
    return (
      <EmptyState title={failure.message} action={back}>
        It may have been removed, or the address may be wrong.
      </EmptyState>
    );
  if (isServerTrouble(failure))
    return (
      <FailedState title="The server has a problem" onRetry={onRetry}>
        This is not kept on this device, and the server could not answer. Please try again in a moment.
      </FailedState>
    );
  return (
    <FailedState title="This could not be shown" onRetry={onRetry}>
      {failureWords(failure)}
    </FailedState>
  );
}
