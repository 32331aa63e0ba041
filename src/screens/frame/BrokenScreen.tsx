import { Unreachable } from '#contract/engine/call.ts';
import { isServerTrouble } from '#contract/engine/retry.ts';
import { ReportAct } from '#src/safety/ReportAct.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { FailedState, OfflineState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';

type BrokenScreenProps = { readonly error: unknown; readonly reset?: () => void };

/** Rendered in place of a screen that failed: names the network or the app as the cause, and offers a next step. */
export function BrokenScreen({ error, reset }: BrokenScreenProps) {
  // The code of a screen that was never opened on this device cannot be fetched without a network either.
  const isOffline = error instanceof Unreachable || !navigator.onLine;
  // Without a network a reload could end at the browser's own error page.
  const again = () => (navigator.onLine || reset === undefined ? location.reload() : reset());
  if (isOffline)
    return (
      <>
        <PageHeader title="No connection" />
        <Page>
          <OfflineState title="The server cannot be reached" action={<Button onClick={again}>Try again</Button>}>
            You are still signed in. Please check the network and try again.
          </OfflineState>
          <ReportAct />
        </Page>
      </>
    );
  if (isServerTrouble(error))
    return (
      <>
        <PageHeader title="The server has a problem" />
        <Page>
          <FailedState title="The server could not answer" onRetry={again}>
            This is not your network. You are still signed in. Please try again in a moment.
          </FailedState>
          <ReportAct />
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
        <ReportAct />
      </Page>
    </>
  );
}

/** As {@link BrokenScreen}, where no frame surrounds it. */
export function BrokenPage(props: BrokenScreenProps) {
  return (
    <main id="main">
      <BrokenScreen {...props} />
    </main>
  );
}
