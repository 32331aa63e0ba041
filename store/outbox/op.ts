import type { QueuedCall } from '#contract/calls.ts';
import type { Sealed } from '../vault/seal.ts';

/**
 * What an op waits for. `sent`: on its way, or was when its sender died. `review`: the server refused it and somebody must look.
 * `conflict`: somebody else changed the same. An op behind one of these two is told as blocked, but kept as queued.
 */
export type OpState = 'queued' | 'sent' | 'review' | 'conflict';

/** In these an op stands still until a person has looked at it. */
export const STOPPED = ['review', 'conflict'] as const satisfies readonly OpState[];

export function isStopped({ state }: { readonly state: OpState }): boolean {
  return STOPPED.some((each) => each === state);
}

/** First in, first out. */
export type Lane = `patient:${string}` | `consent:${string}` | `case:${string}`;

/** Which version of its entity an op was made on; `after`: the one that the op before it in the lane will make. */
export type Base = number | 'after' | null;

/** Why an op was last not taken: the server's own words, from its closed catalogue. */
export type OpError = { readonly status: number; readonly code: string; readonly message: string };

/** One call that waits to be sent. Times are epoch ms unless said. */
export type OpRow = {
  readonly seq: number;
  /** UUIDv7, and the Idempotency-Key */
  readonly opId: string;
  readonly userHash: string;
  readonly deviceId: string;
  readonly lane: Lane;
  readonly call: QueuedCall;
  readonly entityId: string;
  readonly base: Base;
  /** The input of the call, sealed; whole and final once `isFrozen`. */
  readonly payload: Sealed;
  /** Since the first attempt: this very body may have arrived. */
  readonly isFrozen: boolean;
  /** the strokes that the body names, in `blobs` */
  readonly blob: string | null;
  readonly deps: readonly string[];
  /** how many changes were put together in it; an op of before this was counted has none */
  readonly parts?: number;
  /** ISO, by this device's clock */
  readonly capturedAt: string;
  readonly clockOffset: number;
  /** minutes that local time is ahead of UTC */
  readonly tz: number;
  readonly state: OpState;
  readonly attempts: number;
  readonly nextAt: number;
  readonly lease: { readonly epoch: number; readonly until: number } | null;
  readonly error: OpError | null;
  /** What the server said beside its sentence (fields, the present entity), sealed: it may speak of a patient. */
  readonly detail: Sealed | null;
  /** grows with every write: a writer that saw an older one reads again */
  readonly rev: number;
};

/** An op that has not been given its place in the queue. */
export type NewOp = Omit<OpRow, 'seq'>;

/** Where an op's payload and detail are sealed. */
export function placeOf(opId: string, part: 'payload' | 'detail' = 'payload'): { table: string; id: string } {
  return { table: part === 'payload' ? 'ops' : 'ops.detail', id: opId };
}
