import { SYNC_OPS_MOST } from '#contract/sync.ts';
import type { LeaderContext } from '#store/outbox/entry-state.ts';
import type { SyncTiming } from './timing.ts';

/** Runs a callback after `ms`. @returns a function that cancels it */
export type Timer = (ms: number, run: () => void) => () => void;

/**
 * Result of a ping. `here`: this product. `failing`: this product or a gateway before it, with a failure of the server (5xx).
 * `portal`: something that wants a sign-in of its own. `silent`: nothing.
 */
export type PingResult = 'here' | 'failing' | 'portal' | 'silent';

/** The page's side of sending: network, session and timers. */
export type SendOptions = {
  readonly fetch: typeof fetch;
  /** the API's root, for instance `/api` */
  readonly root: string;
  /** token of a live session; null while nobody is signed in in full */
  readonly token: () => string | null;
  readonly isOnline: () => boolean;
  /** asks who answers a call that is refused nowhere; never fails */
  readonly ping: () => Promise<PingResult>;
  /** whether the connection is slow, so that even few ops travel in batches */
  readonly isSlow: () => boolean;
  readonly timer: Timer;
  readonly timing: SyncTiming;
};

/** Everything that one pass over the queue needs. */
export type SendContext = LeaderContext & SendOptions & { readonly batch: BatchSize };

/**
 * Ops in one batch. `limit`: the most that this server accepts; halved when a batch was too large, 0 once the server accepts none. `size`:
 * what the connection carries within that limit; halved (but at least 1) when a batch did not come through, and grown as answers arrive.
 */
export type BatchSize = { size: number; limit: number };

/** Initial number of ops in a batch: the most that the server takes. */
export const BATCH_SIZE = SYNC_OPS_MOST;

/** Concurrent calls, each of another lane [choice]. */
export const MAX_CONCURRENT_CALLS = 4;

/** Consecutive calls without an answer after which a pass ends: the network is down, not a single op [choice]. */
export const MAX_SILENT_CALLS = 3;
