import { useSyncExternalStore } from 'react';
import { isOnline, subscribeReachability } from './server-reachability.ts';

/** True while the server counts as reachable: by the browser's events, and in doubt by a ping. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeReachability, isOnline);
}
