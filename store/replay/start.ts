import { pruneReceipts } from '../receipts.ts';
import { noteUnsent, type Store } from '../store.ts';
import { takePart, type Follower, type Locks } from './leader.ts';
import { startLoop, type SendingState, type Wake } from './loop.ts';
import { ENVELOPE_OPS, type EnvelopeSize, type Surroundings } from './sending.ts';

/** The part of the browser's BroadcastChannel that is used. */
export type Channel = {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', hear: (event: { readonly data: unknown }) => void) => void;
  readonly removeEventListener: (type: 'message', hear: (event: { readonly data: unknown }) => void) => void;
};

export type Replay = Surroundings & {
  readonly locks: Locks;
  readonly isVisible: () => boolean;
  /** one for all tabs of this person, on which nothing else is said */
  readonly channel: Channel;
  readonly onState: (state: SendingState) => void;
  readonly onFault: (fault: unknown) => void;
};

/**
 * Starts sending what this person's store holds, in whichever of the person's tabs leads. The page wakes it: after each commit of
 * any tab, when the network is back, when it is looked at, when somebody asks.
 */
export function startReplay(store: Store, replay: Replay): Pick<Follower, 'wake' | 'stop'> {
  const { locks, isVisible, onState, onFault, timer, times, channel } = replay;
  const envelope: EnvelopeSize = { most: ENVELOPE_OPS, limit: ENVELOPE_OPS };
  const follower = takePart({
    store,
    locks,
    timer,
    times,
    isVisible,
    token: replay.token,
    tell: (why) => channel.postMessage(why),
    onState,
    start: (epoch, onEnd) => {
      void Promise.all([pruneReceipts(store), noteUnsent(store)]).catch(onFault);
      return startLoop({ sending: { ...replay, store, epoch, envelope }, onState, onEnd, onFault });
    },
  });
  // Only tabs of this app and build speak on the channel, and only of waking.
  const hear = ({ data }: { readonly data: unknown }) => follower.hear(data as Wake);
  channel.addEventListener('message', hear);
  return {
    wake: follower.wake,
    stop: () => {
      channel.removeEventListener('message', hear);
      follower.stop();
    },
  };
}
