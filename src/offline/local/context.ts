import type { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { isServerTrouble } from '#contract/engine/retry.ts';
import type { PatientSearch } from '#store/entities/search.ts';
import type { ServedFromCache } from '#store/session/freshness.ts';
import type { Store } from '#store/session/store.ts';
import type { WakeReason } from '#store/sync/loop-table.ts';

export type { ServedFromCache } from '#store/session/freshness.ts';

/** The parts of an open vault that local reads and writes work with. */
export type LocalContext = {
  readonly userId: string;
  readonly store: Store;
  /** the patients in memory, for searches while somebody types */
  readonly cards: PatientSearch;
  /** Makes the leading tab look for ops that can be sent now. */
  readonly wake: (why: WakeReason) => void;
  /** Pulls the server's changes after a pull that runs already, also in another tab; resolves once they are stored. */
  readonly pull: () => Promise<void>;
  /** False once this vault was closed, or another one opened in its place. */
  readonly isCurrent: () => boolean;
};

/** The server's answer; with a `failure` only this device can answer. */
export type ServerAnswer<T> =
  | { readonly data: T; readonly failure: null }
  | { readonly data: null; readonly failure: Unreachable | CallFailed };

/** Marks data that this device gave alone. @param at - their age, epoch ms @param failure - of the call to the server */
export function servedFromCache(at: number | null, failure: unknown): ServedFromCache {
  return { at, ...(isServerTrouble(failure) && { isServerFailing: true }) };
}
