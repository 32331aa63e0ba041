import type { Failure } from '#contract/shapes.ts';
import { MISDIRECTED, sealContextOf, UNREADABLE, type OpError, type OpRow } from '#store/db/op.ts';
import { InkMissing, readInk } from '#store/entities/strokes.ts';
import { readPayload } from './payload.ts';
import { isVersioned, queuedCalls } from './calls.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import { Damaged, KeyForgotten, seal } from '#store/crypto/seal.ts';
import { assertLease } from './lease.ts';

/** An op and the complete body that its idempotency key stands for. */
export type PreparedOp = { readonly op: OpRow; readonly body: Record<string, unknown> };

/** The leading tab's store and the epoch of its lease: every write checks the epoch. */
export type LeaderContext = { readonly store: Store; readonly epoch: number };

const UNREADABLE_ERROR: OpError = {
  status: 0,
  code: UNREADABLE,
  message: 'This item cannot be read any more on this tablet',
};

/**
 * Freezes an op's body and marks it as sent, before the request leaves: from here on the body is final.
 *
 * @param until - end of the op's lease, epoch ms; after it the op may be sent again
 * @returns null when the op was changed or removed since it was read, or is unreadable; an unreadable one is parked for review
 * @throws LeaseLost
 */
export async function freeze(leader: LeaderContext, op: OpRow, until: number): Promise<PreparedOp | null> {
  const { store, epoch } = leader;
  const body = await fullBody(store, op).catch(async (failure: unknown) => {
    if (!(failure instanceof Damaged || failure instanceof KeyForgotten || failure instanceof InkMissing)) throw failure;
    await park(leader, op, { state: 'review', error: UNREADABLE_ERROR });
    return null;
  });
  if (body === null) return null;
  const { strokes, ...bodyWithoutStrokes } = body;
  const payload = op.isFrozen
    ? op.payload
    : await seal(store.vault.local, sealContextOf(op.opId), op.blob === null ? body : bodyWithoutStrokes, store.env);
  const sent = { payload, isFrozen: true, state: 'sent', lease: { epoch, until }, attempts: op.attempts + 1 } as const;
  const next = await updateOp(leader, op, sent);
  return next === null ? null : { op: next, body: op.blob === null ? body : { ...bodyWithoutStrokes, strokes } };
}

const MISDIRECTED_ERROR: OpError = {
  status: 200,
  code: MISDIRECTED,
  message: 'The server keeps answering about another patient or form',
};

/** Answers about another entity after which an op waits for a person [choice]. */
const MISDIRECTED_MOST = 3;

/**
 * Handles an answer about another entity: nothing of it is written. The op is sent again under its key, whose answer the server has
 * stored if the call took effect; after the third such answer it waits for a person.
 *
 * @throws LeaseLost
 */
export async function handleMisdirected(leader: LeaderContext, op: OpRow, { nextAt }: Pick<OpRow, 'nextAt'>): Promise<void> {
  const misdirected = (op.misdirected ?? 0) + 1;
  const isLast = misdirected >= MISDIRECTED_MOST;
  const change = isLast
    ? ({ state: 'review', error: MISDIRECTED_ERROR, detail: null } as const)
    : ({ state: 'queued', nextAt } as const);
  await updateOp(leader, op, { ...change, misdirected, lease: null });
}

/** Puts a sent op back into the queue. @param change - next attempt, number of attempts, error @throws LeaseLost */
export async function requeue(
  leader: LeaderContext,
  op: OpRow,
  change: Pick<OpRow, 'nextAt'> & Partial<Pick<OpRow, 'attempts' | 'error'>>,
): Promise<void> {
  await updateOp(leader, op, { ...change, state: 'queued', lease: null });
}

/** Parks an op until a person looks at it. The refusal's details are stored with it, sealed. @throws LeaseLost */
export async function park(
  leader: LeaderContext,
  op: OpRow,
  { state, error, detail }: { readonly state: 'review' | 'conflict'; readonly error: OpError; readonly detail?: unknown },
): Promise<void> {
  const { vault, env } = leader.store;
  const sealed = detail === undefined ? null : await seal(vault.local, sealContextOf(op.opId, 'detail'), detail, env);
  await updateOp(leader, op, { state, error, detail: sealed, lease: null });
}

/** A failure in the shape that is stored with an op. */
export function opErrorOf(status: number, failure: Failure | null): OpError {
  return { status, code: failure?.error ?? '', message: failure?.message ?? '' };
}

async function fullBody({ db, vault }: Store, op: OpRow): Promise<Record<string, unknown>> {
  const input = await readPayload(vault, op);
  const strokes = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  if (op.isFrozen || !isVersioned(op.call)) return { ...input, ...strokes };
  // A pull never writes under unsent ops: the row's version is the one that the op before has created.
  const row = await db[queuedCalls[op.call].table].get(op.entityId);
  // A call that took effect long ago left no version here, and the schema has none below 1: if another is in force, the server says so.
  return { ...input, ...strokes, version: Math.max(row?.serverVersion ?? 0, 1) };
}

/** Compare-and-set by `rev`. @returns null when the op has changed since it was read @throws LeaseLost */
async function updateOp({ store, epoch }: LeaderContext, { seq, rev }: OpRow, next: Partial<OpRow>): Promise<OpRow | null> {
  const { db } = store;
  const write = () =>
    db.transaction('rw', [db.ops, db.kv], async () => {
      await assertLease(db, epoch);
      const current = await db.ops.get(seq);
      if (current === undefined || current.rev !== rev) return null;
      const changed = { ...current, ...next, rev: rev + 1 };
      await db.ops.put(changed);
      return changed;
    });
  return withEviction(store, write);
}
