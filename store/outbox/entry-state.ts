import type { Failure } from '#contract/engine/shapes.ts';
import { MISDIRECTED, sealContextOf, UNREADABLE, type OpError, type OpRow } from '#store/db/op.ts';
import { InkMissing, readInk } from '#store/entities/strokes.ts';
import { readPayload } from './payload.ts';
import { isVersioned, queuedCalls } from './calls.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import { Damaged, KeyForgotten, seal } from '#store/crypto/seal.ts';
import { assertLease } from './lease.ts';
import { readOps } from './ops-by-seq.ts';

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
 * Reads the complete bodies of ops, in their order. An unreadable op is left out, and parked for review.
 *
 * @throws LeaseLost
 */
export async function readBodies(leader: LeaderContext, ops: readonly OpRow[]): Promise<PreparedOp[]> {
  const versionOf = await versionReader(leader.store, ops);
  const bodies = await Promise.all(
    ops.map(async (op) => ({ op, body: await nullIfUnreadableOp(fullBody(leader.store, op, versionOf(op))) })),
  );
  const prepared: PreparedOp[] = [];
  for (const { op, body } of bodies) {
    if (body === null) await park(leader, op, { state: 'review', error: UNREADABLE_ERROR });
    else prepared.push({ op, body });
  }
  return prepared;
}

/**
 * Freezes the bodies of ops and marks them as sent, in one transaction, before the request leaves: from here on the bodies are final.
 * An op that was changed or removed since it was read is left out.
 *
 * @param until - end of the ops' lease, epoch ms; after it they may be sent again
 * @throws LeaseLost
 */
export async function freeze(leader: LeaderContext, prepared: readonly PreparedOp[], until: number): Promise<PreparedOp[]> {
  const { store, epoch } = leader;
  const lease = { epoch, until };
  const changes = await Promise.all(
    prepared.map(async ({ op, body }) => {
      const { strokes: _, ...bodyWithoutStrokes } = body;
      const sealed = op.blob === null ? body : bodyWithoutStrokes;
      const payload = op.isFrozen ? op.payload : await seal(store.vault.local, sealContextOf(op.opId), sealed, store.env);
      return { op, next: { payload, isFrozen: true, state: 'sent', lease, attempts: op.attempts + 1 } as const };
    }),
  );
  const frozen = new Map((await updateOps(leader, changes)).map((op) => [op.seq, op]));
  return prepared.flatMap(({ op: { seq }, body }) => {
    const op = frozen.get(seq);
    return op === undefined ? [] : [{ op, body }];
  });
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
  await updateOps(leader, [{ op, next: { ...change, misdirected, lease: null } }]);
}

type Requeued = Pick<OpRow, 'nextAt'> & Partial<Pick<OpRow, 'attempts' | 'error' | 'stopped'>>;

/**
 * Puts sent ops back into the queue, in one transaction.
 *
 * @param changeOf - next attempt, number of attempts and of refusals on the way, error
 * @throws LeaseLost
 */
export async function requeue(leader: LeaderContext, ops: readonly OpRow[], changeOf: (op: OpRow) => Requeued): Promise<void> {
  await updateOps(
    leader,
    ops.map((op) => ({ op, next: { ...changeOf(op), state: 'queued', lease: null } })),
  );
}

/** Parks an op until a person looks at it. The refusal's details are stored with it, sealed. @throws LeaseLost */
export async function park(
  leader: LeaderContext,
  op: OpRow,
  { state, error, detail }: { readonly state: 'review' | 'conflict'; readonly error: OpError; readonly detail?: unknown },
): Promise<void> {
  const { vault, env } = leader.store;
  const sealed = detail === undefined ? null : await seal(vault.local, sealContextOf(op.opId, 'detail'), detail, env);
  await updateOps(leader, [{ op, next: { state, error, detail: sealed, lease: null } }]);
}

/** A failure in the shape that is stored with an op. */
export function opErrorOf(status: number, failure: Failure | null): OpError {
  return { status, code: failure?.error ?? '', message: failure?.message ?? '' };
}

async function nullIfUnreadableOp<T>(reading: Promise<T>): Promise<T | null> {
  return reading.catch((failure: unknown) => {
    if (failure instanceof Damaged || failure instanceof KeyForgotten || failure instanceof InkMissing) return null;
    throw failure;
  });
}

async function fullBody({ db, vault }: Store, op: OpRow, version: number): Promise<Record<string, unknown>> {
  const input = await readPayload(vault, op);
  const strokes = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  return needsVersion(op) ? { ...input, ...strokes, version } : { ...input, ...strokes };
}

function needsVersion({ isFrozen, call }: OpRow): boolean {
  return !isFrozen && isVersioned(call);
}

/** Reads the versions on which these ops are made, a table at a time. */
async function versionReader({ db }: Store, ops: readonly OpRow[]): Promise<(op: OpRow) => number> {
  const versions = new Map<string, number>();
  const versioned = ops.filter(needsVersion);
  for (const table of new Set(versioned.map(({ call }) => queuedCalls[call].table))) {
    const ids = versioned.filter(({ call }) => queuedCalls[call].table === table).map(({ entityId }) => entityId);
    // A pull never writes under unsent ops: the row's version is the one that the op before has created.
    for (const row of await db[table].bulkGet(ids)) if (row !== undefined) versions.set(`${table}|${row.id}`, row.serverVersion);
  }
  // A call that took effect long ago left no version here, and the schema has none below 1: if another is in force, the server says so.
  return ({ call, entityId }) => Math.max(versions.get(`${queuedCalls[call].table}|${entityId}`) ?? 0, 1);
}

type OpChange = { readonly op: OpRow; readonly next: Partial<OpRow> };

/**
 * Compare-and-set by `rev`, in one transaction.
 *
 * @returns the changed ops; those that had changed since they were read are left out
 * @throws LeaseLost
 */
async function updateOps({ store, epoch }: LeaderContext, changes: readonly OpChange[]): Promise<OpRow[]> {
  if (changes.length === 0) return [];
  const { db } = store;
  const write = () =>
    db.transaction('rw', [db.ops, db.kv], async () => {
      await assertLease(db, epoch);
      const current = await readOps(
        db,
        changes.map(({ op: { seq } }) => seq),
      );
      const changed = changes.flatMap(({ op: { rev }, next }, at) => {
        const row = current[at];
        return row === undefined || row.rev !== rev ? [] : [{ ...row, ...next, rev: rev + 1 }];
      });
      await db.ops.bulkPut(changed);
      return changed;
    });
  return withEviction(store, write);
}
