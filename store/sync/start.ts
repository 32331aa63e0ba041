import { LeaseLost } from '#store/outbox/lease.ts';
import { returnMistaken } from '#store/outbox/return-parked.ts';
import { pruneReceipts } from './receipts.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { joinElection, type LeaderElection, type Locks } from './leader.ts';
import { startSyncLoop } from './loop.ts';
import type { SyncState, WakeReason } from './loop-table.ts';
import { BATCH_SIZE, type BatchSize, type SendOptions } from './send-context.ts';

/** The part of the browser's BroadcastChannel that is used. */
export type Channel = {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
  readonly removeEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

export type SyncOptions = SendOptions & {
  readonly locks: Locks;
  readonly isVisible: () => boolean;
  /** one for all tabs of this user, used for nothing else */
  readonly channel: Channel;
  readonly onState: (state: SyncState) => void;
  readonly onFault: (fault: unknown) => void;
};

/**
 * Starts sending this user's queue, in whichever of the user's tabs leads. The page wakes it: after each commit of a tab, when the network
 * is back, when the page becomes visible or is focused, and on "Send now".
 */
export function startSync(store: Store, options: SyncOptions): Pick<LeaderElection, 'wake' | 'stop'> {
  const { locks, isVisible, onState, onFault, timer, timing, channel } = options;
  const batch: BatchSize = { size: BATCH_SIZE, limit: BATCH_SIZE };
  const election = joinElection({
    store,
    locks,
    timer,
    timing,
    isVisible,
    token: options.token,
    broadcast: (why) => channel.postMessage(why),
    onState,
    start: (epoch, onEnd) => {
      void Promise.all([pruneReceipts(store), refreshUnsentCount(store)]).catch(onFault);
      const loop = startSyncLoop({ context: { ...options, store, epoch, batch }, onState, onEnd, onFault });
      const wakeFor = (count: number) => count > 0 && loop.wake('enqueued');
      // Another tab that leads by now does the same.
      const unlessDeposed = (fault: unknown) => fault instanceof LeaseLost || onFault(fault);
      void returnMistaken({ store, epoch }).then(wakeFor).catch(unlessDeposed);
      return loop;
    },
  });
  // Only tabs of this app and build post to the channel, and only wake reasons.
  const listener = ({ data }: { readonly data: unknown }) => election.onBroadcast(data as WakeReason);
  channel.addEventListener('message', listener);
  return {
    wake: election.wake,
    stop: () => {
      channel.removeEventListener('message', listener);
      election.stop();
    },
  };
}
