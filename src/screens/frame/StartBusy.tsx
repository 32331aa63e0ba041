import { resumeUntilAnswered } from '#src/auth/resume-until-answered.ts';
import { pause } from '#src/device/retry.ts';
import { START_BACKOFF } from '#src/device/timeouts.ts';
import type { Href } from '#src/ui/href.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { StatePanel } from '#src/ui/layout/StatePanel.tsx';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

type StartBusyProps = {
  /** Opens the address again, once the server has answered or a person asks for it. */
  readonly onAgain: () => void;
  /** the sign-in that opens the work on this tablet without the server; absent where no password does */
  readonly passwordHref?: Href | undefined;
};

/**
 * Shown at a start while the server answers that it is busy or fails: only its 401 ends a session. Asks again by itself until the
 * server has said whose the session is, and keeps the address.
 */
export function StartBusy({ onAgain, passwordHref }: StartBusyProps) {
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      await pause(START_BACKOFF.first);
      await resumeUntilAnswered(leaving.signal);
      if (!leaving.signal.aborted) again();
    };
    void ask();
    return () => leaving.abort();
  }, []);
  const actions = (
    <>
      <Button variant="default" onClick={onAgain}>
        Try now
      </Button>
      {passwordHref !== undefined && (
        <ButtonLink variant="default" href={passwordHref}>
          Work without the server
        </ButtonLink>
      )}
    </>
  );
  return (
    <main id="main">
      <PageHeader title="The server is busy" />
      <Page>
        <StatePanel icon="warning" tone="warn" title="The server is busy. Trying again" action={actions} live>
          You are still signed in, and this page opens as soon as the server answers.
          {passwordHref !== undefined && ' Your password opens your work on this tablet without it.'}
        </StatePanel>
      </Page>
    </main>
  );
}
