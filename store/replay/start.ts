import { pruneReceipts } from '../receipts.ts';
import type { Store } from '../store.ts';
import { takePart, type Follower, type Locks } from './leader.ts';
import { startLoop, type SendingState } from './loop.ts';
import { ENVELOPE_OPS, type EnvelopeSize, type Surroundings } from './sending.ts';

export type Replay = Surroundings & {
  readonly locks: Locks;
  readonly isVisible: () => boolean;
  readonly onState: (state: SendingState) => void;
  readonly onFault: (fault: unknown) => void;
};

/**
 * Starts sending what this person's store holds, in whichever of the person's tabs leads. The page wakes it: after each commit of
 * any tab, when the network is back, when it is looked at, when somebody asks.
 */
export function startReplay(store: Store, replay: Replay): Follower {
  const envelope: EnvelopeSize = { most: ENVELOPE_OPS };
  const { locks, isVisible, onState, onFault, timer, times } = replay;
  return takePart({
    store,
    locks,
    timer,
    times,
    isVisible,
    start: (epoch, onDeposed) => {
      void pruneReceipts(store).catch(onFault);
      return startLoop({ sending: { ...replay, store, epoch, envelope }, onState, onDeposed, onFault });
    },
  });
}
