import { isApiError } from '#contract/engine/retry.ts';
import { FILE_CALL_TIMEOUT } from '#contract/engine/timeouts.ts';
import { api } from '#src/session/api.ts';
import { readPullMark } from '#store/sync/apply-changes.ts';
import { pullChanges } from '#store/sync/pull.ts';
import type { Store } from '#store/session/store.ts';
import { createExclusivePull } from './pull-lock.ts';
import type { OfflineSession } from './session.ts';

type PullOptions = {
  /** of the owner's live session; null without one */
  readonly token: () => string | null;
  readonly cards: OfflineSession['cards'];
  readonly isClosed: () => boolean;
  readonly onFault: (fault: unknown) => void;
};

/** Fetches what changed on the server, in one tab of the owner at a time. */
export function createPulls(store: Store, { token, cards, isClosed, onFault }: PullOptions) {
  const pulling = createExclusivePull({
    locks: navigator.locks,
    name: `changes:${store.vault.userHash}`,
    isPossible: () => !isClosed() && token() !== null && navigator.onLine,
    fetch: () => pullAll(store, { token, cards }),
    pageMark: () => readPullMark(store),
    now: store.env.now,
  });
  // Without a network or a session a pull fails quietly: the next one fetches the same changes.
  const quietly = (failure: unknown) => {
    if (!isApiError(failure)) onFault(failure);
  };
  return {
    pull: () => pulling.pull().catch(quietly),
    pullUnlessRunning: () => void pulling.pullUnlessRunning().catch(quietly),
  };
}

async function pullAll(store: Store, { token, cards }: Pick<PullOptions, 'token' | 'cards'>): Promise<void> {
  const asking = token();
  if (asking === null) return;
  // A first pull over a slow network takes long.
  const options = { token: asking, limitMs: FILE_CALL_TIMEOUT };
  await pullChanges(store, (since) => api('syncChanges', since === undefined ? {} : { since }, options), cards);
}
