import { NotSent } from '#contract/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import { faultsOf } from '#contract/faults.ts';
import * as v from 'valibot';
import type { Clash } from '../conflicts.ts';
import { currentOf, replaceOnTop, type ConflictDetail } from '../replay/collide.ts';
import { lastCopy, laterOf, rebuild } from '../replay/rebuild.ts';
import { replaceOp } from '../replay/replace.ts';
import { standingOf } from '../replay/standing.ts';
import { noteUnsent, type Store } from '../store.ts';
import { seal, unseal } from '../vault/seal.ts';
import { isStopped, placeOf, type OpRow } from './op.ts';
import { readInk, readPayload } from './payload.ts';
import { isEdit, isVersioned, queued, type QueuedInput } from './queued.ts';

/** The op is no longer there, or no longer waits for a person. */
export class NotWaiting extends Error {
  override name = 'NotWaiting';
}

/** What the server said of a refused op beside its sentence. */
export type Refusal = {
  readonly fields: readonly { readonly path: string; readonly message: string }[];
  readonly data?: unknown;
};

/** The whole of an op as a person may see, print or export it; `refusal` is null where the server said nothing. */
export type OpenOp = {
  readonly op: OpRow;
  readonly input: Record<string, unknown>;
  readonly refusal: Refusal | null;
  readonly conflict: ConflictDetail | null;
};

/** Opens one op. @throws Damaged, KeyForgotten, NotWaiting */
export async function openOp({ db, vault }: Store, opId: string): Promise<OpenOp> {
  const op = await opById(db, opId);
  const { version: _, ...said } = await readPayload(vault, op);
  const ink = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  const detail = op.detail === null ? null : await unseal(vault, placeOf(opId, 'detail'), op.detail);
  return {
    op,
    input: { ...said, ...ink },
    // Which of the two it is, the state says: both were sealed by this room.
    refusal: op.state === 'review' ? (detail as Refusal | null) : null,
    conflict: op.state === 'conflict' ? (detail as ConflictDetail | null) : null,
  };
}

/**
 * Sends a refused op again in its old place, put right: a new op, since the old key stands for the old body.
 *
 * @throws NotSent when the input does not fit the call; NotWaiting
 */
export async function resend<K extends QueuedCall>(store: Store, opId: string, input: QueuedInput<K>): Promise<void> {
  const { db, vault, means } = store;
  const op = await stopped(store, opId);
  const ink = op.blob === null ? {} : { strokes: await readInk(db, vault, op.blob) };
  const parsed = v.safeParse(calls[op.call].input, { ...input, ...ink, ...(isVersioned(op.call) ? { version: 1 } : {}) });
  if (!parsed.success) throw new NotSent(faultsOf(parsed.issues));
  const said: Record<string, unknown> = { ...parsed.output };
  delete said['version'];
  if (op.blob !== null) delete said['strokes'];
  const next = means.newId();
  const payload = await seal(vault.local, placeOf(next), said, means);
  await put(store, op, { ...op, ...FRESH, opId: next, payload, nextAt: means.now(), rev: op.rev + 1 }, said);
}

/**
 * Takes an op back for good. What depends on it is left waiting for the server's own answer.
 *
 * @throws NotWaiting unless it was refused, or met a conflict
 */
export async function discard(store: Store, opId: string): Promise<void> {
  const op = await stopped(store, opId);
  await put(store, op, null, null);
}

/**
 * Ends a conflict: each clash goes to mine or theirs, and what is left of mine is said again on top of theirs. What lost is noted.
 *
 * @param chosen - by field; a clash that nobody chose for stays theirs
 * @throws NotWaiting
 */
export async function resolveConflict(
  store: Store,
  opId: string,
  chosen: Readonly<Record<string, 'mine' | 'theirs'>>,
): Promise<void> {
  const { op, conflict, input } = await openOp(store, opId);
  const { table } = queued[op.call];
  const current = conflict === null ? null : currentOf(table, { current: conflict.theirs });
  if (conflict === null || current === null) throw new NotWaiting('This is not waiting for a choice');
  const wanted = conflict.clashes.filter(({ field }) => chosen[field] === 'mine');
  const mine = isEdit(op.call) ? { ...conflict.mine, ...picked(wanted, input) } : wanted.length > 0 ? input : {};
  const at = new Date(store.means.now()).toISOString();
  const clashes = conflict.clashes.map((clash) => ({ ...clash, kept: chosen[clash.field] ?? ('theirs' as const) }));
  const note = { kind: 'chosen', at, clashes } as const;
  await replaceOnTop(store, { op, mine, theirs: current.copy, version: current.version, epoch: null, note });
}

/** Everything that waits, opened, to be kept elsewhere; what cannot be read is named and left out. */
export async function exportOps(store: Store): Promise<{ items: OpenOp[]; unreadable: string[] }> {
  const items: OpenOp[] = [];
  const unreadable: string[] = [];
  for (const { opId } of await store.db.ops.orderBy('seq').toArray()) {
    const item = await openOp(store, opId).catch(() => null);
    if (item === null) unreadable.push(opId);
    else items.push(item);
  }
  return { items, unreadable };
}

const FRESH = { isFrozen: false, state: 'queued', attempts: 0, lease: null, error: null, detail: null } as const;

function picked(clashes: readonly Clash[], input: Record<string, unknown>): Record<string, unknown> {
  // A field that stood in a clash only because the other side touched it is not mine to send.
  return Object.fromEntries(clashes.filter(({ field }) => field in input).map(({ field, mine }) => [field, mine]));
}

async function opById(db: Store['db'], opId: string): Promise<OpRow> {
  const op = await db.ops.where('opId').equals(opId).first();
  if (op === undefined) throw new NotWaiting('This is no longer waiting');
  return op;
}

async function stopped({ db }: Store, opId: string): Promise<OpRow> {
  const op = await opById(db, opId);
  if (!isStopped(op)) throw new NotWaiting('This is not waiting for anybody');
  return op;
}

/** Puts the op's successor in its place and makes the row what it would be had the old one never been. */
async function put(store: Store, op: OpRow, next: OpRow | null, input: Record<string, unknown> | null): Promise<void> {
  const { db } = store;
  const { table } = queued[op.call];
  for (;;) {
    const seen = await standingOf(db, table, op.entityId);
    const copy = await lastCopy(store, table, seen);
    const before = await laterOf(
      store,
      seen.ops.filter(({ seq }) => seq < op.seq),
    );
    const after = await laterOf(
      store,
      seen.ops.filter(({ seq }) => seq > op.seq),
    );
    const own = input === null ? [] : [{ call: op.call, capturedAt: op.capturedAt, input }];
    const later = [...before, ...own, ...after];
    const version = seen.row?.serverVersion ?? 0;
    const rebuilt = await rebuild(store, { table, id: op.entityId, copy, version, row: seen.row, later });
    if (await replaceOp(store, { op, next, table, rebuilt, seen, epoch: null, beside: null })) break;
  }
  void noteUnsent(store);
}
