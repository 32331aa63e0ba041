import { bodyOf } from '#contract/engine/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import type { FieldConflict } from '#store/entities/merge.ts';
import { conflictFields, conflictNoteOp, discardedFields, endWithDropped, type ConflictEnd } from './conflict-note.ts';
import { currentEntityOf, rebaseOp, type ConflictDetail } from './conflict.ts';
import { readServerCopy, pendingCallsOf, rebuild } from './rebuild.ts';
import { replaceOp } from './replace.ts';
import { returned } from './return-parked.ts';
import { readSnapshot } from './snapshot.ts';
import { refreshUnsentCount, type Store } from '#store/session/store.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import { isBlocked, sealContextOf, UNTRIED, type OpRow } from '#store/db/op.ts';
import { readInk } from '#store/entities/strokes.ts';
import { readPayload } from './payload.ts';
import { isEdit, isNote, isVersioned, queuedCalls, type QueuedInput } from './calls.ts';

/** The op is gone, or does not wait for a person. */
export class NotPending extends Error {
  override name = 'NotPending';
}

/** Details of a refusal beside its message. */
export type Refusal = {
  readonly fields: readonly { readonly path: string; readonly message: string }[];
  readonly data?: unknown;
};

/** A decrypted op, to be shown, printed or exported; `refusal` is null without details from the server. */
export type OpDetails = {
  readonly op: OpRow;
  readonly input: Record<string, unknown>;
  readonly refusal: Refusal | null;
  readonly conflict: ConflictDetail | null;
};

/** Decrypts one op. @throws Damaged, KeyForgotten, NotPending */
export async function readOp({ db, vault }: Store, opId: string): Promise<OpDetails> {
  const op = await opById(db, opId);
  const { version: _, ...fields } = await readPayload(vault, op);
  const strokes = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  const detail = op.detail === null ? null : await unseal(vault, sealContextOf(opId, 'detail'), op.detail);
  return {
    op,
    input: { ...fields, ...strokes },
    // The state tells which of the two types the sealed detail has.
    refusal: op.state === 'review' ? (detail as Refusal | null) : null,
    conflict: op.state === 'conflict' ? (detail as ConflictDetail | null) : null,
  };
}

/**
 * Queues a corrected op in the place of a refused one: with a new id, since the old key stands for the old body.
 *
 * @throws NotSent when the input does not fit the call; NotPending
 */
export async function resendOp<K extends QueuedCall>(store: Store, opId: string, input: QueuedInput<K>): Promise<void> {
  const { db, vault, env } = store;
  const op = await blockedOp(store, opId);
  const strokes = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  const fields = bodyOf(calls[op.call], { ...input, ...strokes, ...(isVersioned(op.call) ? { version: 1 } : {}) });
  delete fields['version'];
  if (op.blob !== null) delete fields['strokes'];
  const next = env.newId();
  const payload = await seal(vault.local, sealContextOf(next), fields, env);
  await replaceWith(
    store,
    op,
    { ...op, ...UNTRIED, isFrozen: false, dropped: [], opId: next, payload, nextAt: env.now(), rev: op.rev + 1 },
    { input: fields, end: null },
  );
}

/**
 * Queues an op again unchanged, under its own idempotency key, after the server kept answering about another entity: if the call
 * took effect, the server repeats its answer and does nothing twice.
 *
 * @throws NotPending
 */
export async function retryOp(store: Store, opId: string): Promise<void> {
  const { db, env } = store;
  await db.transaction('rw', db.ops, async () => {
    const op = await blockedOp(store, opId);
    await db.ops.put(returned(op, env.now()));
  });
}

/** Whether the server would refuse a note of what was discarded as well. A conflict in review came without the present record. */
function refusesNotes({ error, state }: Pick<OpRow, 'error' | 'state'>): boolean {
  const code = error?.code ?? '';
  return ['NOT_FOUND', 'FORBIDDEN', 'REASON_NEEDED'].includes(code) || (code === 'VERSION_CONFLICT' && state === 'review');
}

/**
 * Removes an op for good. Ops that depend on it are sent without it, and the server judges them.
 *
 * @throws NotPending unless the op is in review or conflict
 */
export async function discardOp(store: Store, opId: string): Promise<void> {
  const op = await blockedOp(store, opId);
  const input = await nullIfUnreadable(readPayload(store.vault, op));
  const { table } = queuedCalls[op.call];
  const copy = await readServerCopy(store, table, await readSnapshot(store.db, table, op.entityId));
  const isTold = input !== null && copy !== null && !refusesNotes(op);
  const fields = isTold ? discardedFields(op, input, { ...copy }) : [];
  await replaceWith(store, op, null, { input: null, end: { kind: 'DISCARDED', fields } });
}

/**
 * Resolves a conflict: each clash goes to mine or theirs, and the rest of mine is queued again on top of theirs. A merge note keeps the
 * values that lost.
 *
 * @param chosen - choice by field; a clash without one goes to theirs
 * @throws NotPending
 */
export async function resolveConflict(
  store: Store,
  opId: string,
  chosen: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const { op, conflict, input } = await readOp(store, opId);
  const { table } = queuedCalls[op.call];
  const current = conflict === null ? null : currentEntityOf(table, { current: conflict.theirs });
  if (conflict === null || current === null) throw new NotPending('This is not waiting for a choice');
  const chosenMine = conflict.clashes.filter(({ field }) => chosen[field] === 'mine');
  const mine = isEdit(op.call) ? { ...conflict.mine, ...chosenFields(chosenMine, input) } : chosenMine.length > 0 ? input : {};
  const at = new Date(store.env.now()).toISOString();
  const clashes = conflict.clashes.map((clash) => ({ ...clash, kept: chosen[clash.field] ?? ('theirs' as const) }));
  const note = { kind: 'chosen', at, clashes } as const;
  const end = { kind: 'CHOSEN', fields: conflictFields(clashes.map((clash) => differenceOf(op, clash, input))) } as const;
  await rebaseOp(store, { op, mine, theirs: current.copy, version: current.version, epoch: null, note, end });
}

/** Decrypts all queued ops for an export; unreadable ones are returned by id. */
export async function exportOps(store: Store): Promise<{ items: OpDetails[]; unreadable: string[] }> {
  const items: OpDetails[] = [];
  const unreadable: string[] = [];
  for (const { opId } of await store.db.ops.orderBy('seq').toArray()) {
    const item = await readOp(store, opId).catch(() => null);
    if (item === null) unreadable.push(opId);
    else items.push(item);
  }
  return { items, unreadable };
}

type ChosenClash = FieldConflict & { readonly kept: 'mine' | 'theirs' };

/** A clash for the server's history. A change of status clashes by the name of its call: its value is in the input. */
function differenceOf({ call }: OpRow, { field, mine, theirs, kept }: ChosenClash, input: Record<string, unknown>) {
  const side = kept === 'mine' ? ('MINE' as const) : ('THEIRS' as const);
  return { field, mine: isEdit(call) ? mine : input[field], theirs, resolution: side };
}

function chosenFields(clashes: readonly FieldConflict[], input: Record<string, unknown>): Record<string, unknown> {
  // A field that clashed only because the other side changed it is not in my input, and is not sent.
  return Object.fromEntries(clashes.filter(({ field }) => field in input).map(({ field, mine }) => [field, mine]));
}

async function opById(db: Store['db'], opId: string): Promise<OpRow> {
  const op = await db.ops.where('opId').equals(opId).first();
  if (op === undefined) throw new NotPending('This is no longer waiting');
  return op;
}

async function blockedOp({ db }: Store, opId: string): Promise<OpRow> {
  const op = await opById(db, opId);
  if (!isBlocked(op)) throw new NotPending('This is not waiting for anybody');
  return op;
}

/** Replaces a note, on which no row and no other op rests. */
async function replaceNote(store: Store, op: OpRow, next: OpRow | null): Promise<void> {
  const { db } = store;
  await db.transaction('rw', db.ops, async () => {
    const present = await db.ops.get(op.seq);
    if (present === undefined || !isBlocked(present)) throw new NotPending('This is not waiting for anybody');
    if (next === null) await db.ops.delete(op.seq);
    else await db.ops.put(next);
  });
  void refreshUnsentCount(store);
}

/**
 * The input of the op that replaces another one, null for none; and the end of the conflict as it goes into the server's history.
 */
type Successor = { readonly input: Record<string, unknown> | null; readonly end: ConflictEnd | null };

/** Replaces an op by its successor, and rebuilds the row as if the old op had never existed. */
async function replaceWith(store: Store, op: OpRow, next: OpRow | null, { input, end }: Successor): Promise<void> {
  const { db } = store;
  if (isNote(op.call)) return replaceNote(store, op, next);
  const told = endWithDropped(op, end);
  const noteOp = told === null ? null : await conflictNoteOp(store, op, told);
  const { table } = queuedCalls[op.call];
  for (;;) {
    const snapshot = await readSnapshot(db, table, op.entityId);
    const copy = await readServerCopy(store, table, snapshot);
    const before = await pendingCallsOf(
      store,
      snapshot.ops.filter(({ seq }) => seq < op.seq),
    );
    const after = await pendingCallsOf(
      store,
      snapshot.ops.filter(({ seq }) => seq > op.seq),
    );
    const replacement = input === null ? [] : [{ call: op.call, capturedAt: op.capturedAt, input }];
    const pending = [...before, ...replacement, ...after];
    const version = snapshot.row?.serverVersion ?? 0;
    const rebuilt = await rebuild(store, { table, id: op.entityId, copy, version, row: snapshot.row, pending });
    if (await replaceOp(store, { op, next, table, rebuilt, snapshot, epoch: null, noteRow: null, noteOp })) break;
  }
  void refreshUnsentCount(store);
}
