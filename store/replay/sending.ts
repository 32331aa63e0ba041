import type { Lead } from './record.ts';
import type { Times } from './times.ts';

/** Calls something later. @returns how to call it off */
export type Timer = (ms: number, run: () => void) => () => void;

/** What sending takes from the page. */
export type Surroundings = {
  readonly fetch: typeof fetch;
  /** the API's root, for instance `/api` */
  readonly root: string;
  /** of a live session; null while nobody is signed in in full */
  readonly token: () => string | null;
  readonly isOnline: () => boolean;
  /** Whether the link is slow, so that several ops travel together. */
  readonly isSlow: () => boolean;
  readonly timer: Timer;
  readonly times: Times;
};

/** Everything that one pass over the queue needs. */
export type Sending = Lead & Surroundings & { readonly envelope: EnvelopeSize };

/**
 * How many ops go in one envelope. `limit` is what this server takes: halved when one was too large, 0 once it takes none. `most` is what
 * the line bears as well: halved when one did not come through, and no less than one; it grows as answers come.
 */
export type EnvelopeSize = { most: number; limit: number };

/** Ops that travel together at first [choice: measured, most of the gain comes with twenty]. */
export const ENVELOPE_OPS = 40;

/** Calls under way at the same time, each of another lane [choice]. */
export const CALLS_AT_ONCE = 4;

/** Calls in a row without any answer after which a pass gives up: the network is down, not one op [choice]. */
export const SILENT_CALLS = 3;
