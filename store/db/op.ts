import type { QueuedCall } from '#contract/calls.ts';
import type { HistoryField } from '#domain/patients/patient-history.ts';
import type { Sealed } from '#store/crypto/seal.ts';

/**
 * State of an op. `sent`: in flight, or it was when its tab died. `review`: the server refused it, and a person must look at it.
 * `conflict`: the server has another version than the op expected. An op behind one of these two is shown as blocked, but stored as
 * `queued`.
 */
export type OpState = 'queued' | 'sent' | 'review' | 'conflict';

/** States in which an op waits for a person. */
export const BLOCKED_STATES = ['review', 'conflict'] as const satisfies readonly OpState[];

export function isBlocked({ state }: { readonly state: OpState }): boolean {
  return BLOCKED_STATES.some((each) => each === state);
}

/** The ops of one entity, sent first in, first out. */
export type Lane = `patient:${string}` | `consent:${string}` | `case:${string}`;

/** The entity version that an op was made on. `after`: the version that the op before it in the lane will create. */
export type Base = number | 'after' | null;

/** The last failure of an op, in the server's own words (from its closed catalogue). */
export type OpError = { readonly status: number; readonly code: string; readonly message: string };

/** One queued call. Times are epoch ms unless a comment says otherwise. */
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
  /** The call's input, sealed. Complete and final once `isFrozen`. */
  readonly payload: Sealed;
  /** True from the first attempt on: the server may have received this body, so that it must not change under its key. */
  readonly isFrozen: boolean;
  /** Whether contact details were deleted from the body after a first attempt: its key may stand for the body before. */
  readonly isReduced?: boolean;
  /** Contact details deleted from a body that the server may have: told as lost once it is known not to have taken them. */
  readonly dropped?: readonly HistoryField[];
  /** SHA-256 of the strokes in `blobs` that the body refers to */
  readonly blob: string | null;
  readonly deps: readonly string[];
  /** number of changes merged into it; absent in ops of older builds */
  readonly parts?: number;
  /** ISO, by this device's clock */
  readonly capturedAt: string;
  readonly clockOffset: number;
  /** minutes that local time is ahead of UTC */
  readonly tz: number;
  readonly state: OpState;
  readonly attempts: number;
  /** answers that were about another entity; absent in ops of older builds */
  readonly misdirected?: number;
  /** refusals by somebody between here and the server while the server itself was reached; absent in ops of older builds */
  readonly stopped?: number;
  readonly nextAt: number;
  readonly lease: { readonly epoch: number; readonly until: number } | null;
  readonly error: OpError | null;
  /** The refusal's details beside its message (fields, the present entity), sealed: they may name a patient. */
  readonly detail: Sealed | null;
  /** incremented by every write: a writer that read an older one reads again */
  readonly rev: number;
};

/** An op before the database has assigned its `seq`. */
export type NewOp = Omit<OpRow, 'seq'>;

/** State of a queued op of which no attempt has been made. */
export const UNTRIED = {
  state: 'queued',
  attempts: 0,
  misdirected: 0,
  stopped: 0,
  lease: null,
  error: null,
  detail: null,
} as const;

/** Refusals on the way after which an op is said to be stopped there [choice]. It is tried again all the same. */
const STOPPED_AFTER = 5;

/** Whether something between this device and the server keeps refusing an op that waits to be sent. */
export function isStopped({ state, stopped = 0 }: Pick<OpRow, 'state' | 'stopped'>): boolean {
  return !isBlocked({ state }) && stopped >= STOPPED_AFTER;
}

/** Code of an op to which the server kept answering about another entity. It comes from the device, not from the server. */
export const MISDIRECTED = 'MISDIRECTED';

/** Code of an op that cannot be decrypted. It comes from the device, not from the server. */
export const UNREADABLE = 'UNREADABLE';

/** Seal context of an op's payload or detail. */
export function sealContextOf(opId: string, part: 'payload' | 'detail' = 'payload'): { table: string; id: string } {
  return { table: part === 'payload' ? 'ops' : 'ops.detail', id: opId };
}
