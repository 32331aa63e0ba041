import { useSyncExternalStore } from 'react';
import {
  isOnline,
  serverReachability,
  subscribeReachability,
  type ServerReachability,
} from '#src/offline/server-reachability.ts';

/** True while the server counts as reachable: by the browser's events, and in doubt by a ping. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeReachability, isOnline);
}

/** As {@link useOnline}, with the cause. */
export function useServerStatus(): ServerReachability {
  return useSyncExternalStore(subscribeReachability, serverReachability);
}
