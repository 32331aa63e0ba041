import { useSyncExternalStore } from 'react';
import { isOnline, subscribeReach } from './reach.ts';

/** Whether the server can be reached, as far as is known: by the browser's events, and in doubt by asking the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeReach, isOnline);
}
