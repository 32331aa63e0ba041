import { Unreachable } from '#contract/call.ts';
import { Page } from '#src/ui/Page.tsx';
import { FailedState, OfflineState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';

type BrokenScreenProps = { readonly error: unknown; readonly reset?: () => void };

/** Stands where a screen could not be shown: says whether the network or the app is to blame, and offers a way on. */
export function BrokenScreen({ error }: BrokenScreenProps) {
  const again = () => location.reload();
  return (
    <main id="main">
      <Page top>
        {error instanceof Unreachable ? (
          <OfflineState title="The server cannot be reached" action={<Button onClick={again}>Try again</Button>}>
            You are still signed in. Please check the network and try again.
          </OfflineState>
        ) : (
          <FailedState title="Something went wrong" onRetry={again}>
            This screen could not be shown. What was already saved is safe.
          </FailedState>
        )}
      </Page>
    </main>
  );
}
