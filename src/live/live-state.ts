import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Interval at which a screen asks for what somebody else may change while no stream tells it, ms [choice]. */
const ASK_INTERVAL = 20_000;

const store = createStore<{ readonly isLive: boolean }>(() => ({ isLive: false }));

/** Sets whether the server tells this page of every change at present. */
export function setLive(isLive: boolean): void {
  if (store.getState().isLive !== isLive) store.setState({ isLive });
}

/** The interval at which an open screen asks for what it shows, ms: false while the server tells of changes. */
export function useAskInterval(): number | false {
  return useStore(store, ({ isLive }) => (isLive ? false : ASK_INTERVAL));
}
