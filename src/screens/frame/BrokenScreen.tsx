import { Unreachable } from '#contract/call.ts';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { FailedState, OfflineState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';

type BrokenScreenProps = { readonly error: unknown; readonly reset?: () => void };

/** Stands where a screen could not be shown: says whether the network or the app is to blame, and offers a way on. */
export function BrokenScreen({ error, reset }: BrokenScreenProps) {
  // A screen that was never opened here cannot be fetched without a network either.
  const isOffline = error instanceof Unreachable || !navigator.onLine;
  // Without a network a reload could leave nothing but the browser's own page.
  const again = () => (navigator.onLine || reset === undefined ? location.reload() : reset());
  if (isOffline)
    return (
      <>
        <PageHeader title="No connection" />
        <Page>
          <OfflineState title="The server cannot be reached" action={<Button onClick={again}>Try again</Button>}>
            You are still signed in. Please check the network and try again.
          </OfflineState>
        </Page>
      </>
    );
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Page>
        <FailedState title="This screen could not be shown" onRetry={again}>
          What was already saved is safe.
        </FailedState>
      </Page>
    </>
  );
}

/** As {@link BrokenScreen}, where no frame stands around it. */
export function BrokenPage(props: BrokenScreenProps) {
  return (
    <main id="main">
      <BrokenScreen {...props} />
    </main>
  );
}
