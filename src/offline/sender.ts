import { isApiError } from '#contract/engine/retry.ts';
import { isSlowNetwork, onResponse } from '#src/device/network-quality.ts';
import { currentQueueStatus, updateQueueStatus } from '#src/device/queue-status.ts';
import { pageTimer } from '#src/device/retry.ts';
import { api, API_ROOT, timedFetch } from '#src/session/api.ts';
import { ping } from '#src/session/ping.ts';
import type { Store } from '#store/session/store.ts';
import { startSync } from '#store/sync/start.ts';
import { SYNC_TIMING } from '#store/sync/timing.ts';
import type { OfflineSession } from './session.ts';

type SenderOptions = {
  /** of the owner's live session; null without one */
  readonly token: () => string | null;
  readonly onFault: (fault: unknown) => void;
};

/** Sends the queue of one open vault. */
type Sender = {
  /** Starts sending, unless it was started before. */
  readonly start: () => void;
  /** Wakes the sender. A new op or a request of a person also starts it; other events wake only one that runs. */
  readonly wake: OfflineSession['wake'];
  readonly stop: () => void;
};

export function createSender(store: Store, { token, onFault }: SenderOptions): Sender {
  const channel = new BroadcastChannel(`assent.outbox.${store.vault.userHash}`);
  let started: ReturnType<typeof startSync> | null = null;
  let isStopped = false;
  // A gateway that asked to wait lets the server's own answers through again.
  const stopListening = onResponse((origin) => {
    if (origin === 'ours' && currentQueueStatus().sync.kind === 'wait') started?.wake('answered');
  });
  const start = () => {
    started ??= startSync(store, {
      fetch: timedFetch,
      root: API_ROOT,
      token,
      isOnline: () => navigator.onLine,
      ping,
      isSlow: isSlowNetwork,
      isVisible: () => document.visibilityState === 'visible',
      timer: pageTimer,
      timing: SYNC_TIMING,
      locks: navigator.locks,
      channel,
      onState: (sending) => {
        updateQueueStatus({ sync: sending });
        // A rejected token ends the session, as after any other call, unless there is a new token by now.
        if (sending.kind === 'signIn') void checkSession(token()).catch(onFault);
      },
      onFault,
    });
  };
  return {
    start,
    wake: (why) => {
      if (isStopped) return;
      if (why === 'enqueued' || why === 'asked') start();
      started?.wake(why);
    },
    stop: () => {
      isStopped = true;
      stopListening();
      started?.stop();
      channel.close();
    },
  };
}

/** Makes a call whose refusal ends an expired session. */
async function checkSession(token: string | null): Promise<void> {
  if (token === null) return;
  await api('userMe', {}, { token }).catch((failure: unknown) => {
    if (!isApiError(failure)) throw failure;
  });
}
