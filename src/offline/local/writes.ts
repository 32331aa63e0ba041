import { CallFailed } from '#contract/engine/call.ts';
import type { QueuedCall } from '#contract/calls.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { currentQueueStatus, subscribeQueueStatus } from '#src/device/queue-status.ts';
import { currentSession } from '#src/session/session.ts';
import { fallbackTimeout } from '#src/device/last-ping.ts';
import { FALLBACK_TIMEOUT } from '#src/device/timeouts.ts';
import { withoutLibraryText } from '#store/entities/consent-content.ts';
import type { EntityFields } from '#store/entities/merge.ts';
import { assertFresh, StaleWrite } from '#store/entities/stale-write.ts';
import { decryptEntity } from '#store/entities/types.ts';
import { readExtract, type AnswerExtract } from '#store/outbox/answer-extract.ts';
import { NotOnDevice } from '#store/outbox/calls-apply.ts';
import { queuedCalls, type QueuedInput } from '#store/outbox/calls.ts';
import { cancelOp } from '#store/outbox/cancel.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import { queueNote, type NoteCall } from '#store/outbox/note-op.ts';
import { changeCount, type LocalChange } from '#store/outbox/prepare-op.ts';
import { NotPending } from '#store/outbox/review.ts';
import { watchOp, type OpStatus } from '#store/outbox/watch.ts';
import type { Store } from '#store/session/store.ts';
import { readConsentView } from '#store/views/cases.ts';
import { liveQuery } from 'dexie';
import type { LocalContext } from './context.ts';

/** A change that a screen asks to be written. */
export type WriteRequest<K extends QueuedCall> = LocalChange<K> & {
  /** the version that the screen saw; sent only without a vault, because a vault's own row has it */
  readonly version?: number | undefined;
  /** idempotency key (UUID) for a browser without a vault; an op has its own */
  readonly key?: string | undefined;
  /** aborted when nobody waits any more: the op then stays queued, whatever the server answers */
  readonly signal?: AbortSignal | undefined;
};

/**
 * `sent`: the server has it; `extract` is null when the op carried another change as well, or the answer is no longer known: the vault has
 * the rest. `queued`: stored on this device and waiting to be sent; screens say "Saved on this tablet" and go on.
 */
export type WriteResult<K extends QueuedCall> =
  | { readonly kind: 'sent'; readonly extract: AnswerExtract<K> | null }
  | { readonly kind: 'queued' };

/** Writes of screens into the vault, and the wait for the server's answer. */
export function localWrites(context: LocalContext) {
  return {
    /** Null when the entity of the change is not on this device: only the server can make it. */
    queue: <K extends QueuedCall>(request: WriteRequest<K>) => queueWrite(context, request),
    /** Queues a note for the server; nobody waits for its answer. */
    note: async <K extends NoteCall>(call: K, input: QueuedInput<K>): Promise<void> => {
      await queueNote(context.store, call, input);
      context.wake('enqueued');
    },
  };
}

async function queueWrite<K extends QueuedCall>(context: LocalContext, request: WriteRequest<K>): Promise<WriteResult<K> | null> {
  const { version: _, key: _key, signal, ...change } = request;
  const opId = await enqueueFresh(context, change);
  if (opId === null) return null;
  const stopWaiting = trackWaiter(opId);
  try {
    context.wake('enqueued');
    const status = await waitForAnswer(context, opId, signal);
    if (status === null || status.kind === 'waiting' || status.kind === 'late') return { kind: 'queued' };
    if (status.kind === 'sent') return { kind: 'sent', extract: await readExtract(context.store, status.receipt, request.call) };
    // The op also carries an edit that was already confirmed as saved: it waits for a person and is not discarded.
    if (!(await isFullyAwaited(context, { opId, now: status.opId }))) return { kind: 'queued' };
    const refusal = await cancelRefused(context, status.opId);
    if (refusal !== null) throw refusal;
    await assertApplied(context, change);
    return { kind: 'sent', extract: null };
  } finally {
    stopWaiting();
  }
}

/** Waiters of this tab by op id, one for each change that the op carries. */
const awaited = new Map<string, number>();

/** Counts one waiter of an op. @returns ends the wait */
function trackWaiter(opId: string): () => void {
  awaited.set(opId, (awaited.get(opId) ?? 0) + 1);
  return () => {
    const left = (awaited.get(opId) ?? 0) - 1;
    if (left > 0) awaited.set(opId, left);
    else awaited.delete(opId);
  };
}

/** True when every change that an op carries has a waiter in this tab, so that none was confirmed as saved yet. */
async function isFullyAwaited({ store }: LocalContext, { opId, now }: { opId: string; now: string }): Promise<boolean> {
  const op = await store.db.ops.where('opId').equals(now).first();
  return op === undefined || changeCount(op) === awaited.get(opId);
}

/**
 * Null for a change of an entity that is not on this device.
 *
 * @throws CallFailed VERSION_CONFLICT when its values differ from the expected
 */
async function enqueueFresh<K extends QueuedCall>({ store }: LocalContext, change: LocalChange<K>): Promise<string | null> {
  try {
    return await enqueue(store, change);
  } catch (failure) {
    if (failure instanceof NotOnDevice) return null;
    if (!(failure instanceof StaleWrite)) throw failure;
    const { expected: _, ...unconditional } = change;
    const shown = await readShown(store, failure);
    // A screen shows a version with the library's text filled in: the expected values may be in that form.
    const drafted = draftFieldsOf(shown);
    const isAsShown = Object.entries(change.expected ?? {}).every(([name, value]) => isSameValue(value, drafted[name]));
    if (isAsShown) return enqueue(store, unconditional as LocalChange<K>);
    throw versionConflict({ current: shown });
  }
}

/** The shown fields in the form of a call: procedures without the library's text. */
function draftFieldsOf(shown: EntityFields): EntityFields {
  // Only versions have procedures.
  const procedures = shown['procedures'] as readonly ConsentProcedure[] | undefined;
  return procedures === undefined ? shown : { ...shown, procedures: procedures.map(withoutLibraryText) };
}

/** The entity as the server's own refusal would show it. */
async function readShown(store: Store, { current }: StaleWrite): Promise<EntityFields> {
  if (!('consentID' in current)) return current;
  return (await readConsentView(store, current.consentID)) ?? { ...current.server };
}

function versionConflict(data: unknown): CallFailed {
  const { status, message } = FAILURES.VERSION_CONFLICT;
  return new CallFailed(status, { message, error: 'VERSION_CONFLICT', data });
}

/** Null when no answer comes within the time limit, or nobody waits for it. */
function waitForAnswer(context: LocalContext, opId: string, signal: AbortSignal | undefined): Promise<OpStatus | null> {
  if (cannotReachServer(context) || signal?.aborted === true) return Promise.resolve(null);
  return new Promise((resolve) => {
    const follow = watchOp(context.store.db, opId, context.store.env.now);
    const end = (status: OpStatus | null) => {
      subscription.unsubscribe();
      stopWatching();
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(status);
    };
    const giveUp = () => end(null);
    const timer = setTimeout(giveUp, fallbackTimeout());
    const stopWatching = subscribeQueueStatus(() => cannotReachServer(context) && giveUp());
    signal?.addEventListener('abort', giveUp);
    // The op is stored even when the database closes meanwhile.
    const subscription = liveQuery(follow).subscribe({
      next: (status) => status.kind !== 'waiting' && end(status),
      error: giveUp,
    });
  });
}

/** True while no op of this person can reach the server. */
function cannotReachServer(context: LocalContext): boolean {
  const { kind } = currentQueueStatus().sync;
  const isAlone = currentSession() === null || currentSession()?.token === null;
  const isStuck = kind !== 'quiet' && kind !== 'sending';
  return isAlone || isStuck || !navigator.onLine || !context.isCurrent();
}

/** Running cancellations by op id: two changes that one op carries are refused together. */
const cancellations = new Map<string, Promise<CallFailed | null>>();

/** Takes a refused op out of the queue and returns its refusal; null when it was taken out elsewhere. */
function cancelRefused({ store }: LocalContext, opId: string): Promise<CallFailed | null> {
  const already = cancellations.get(opId);
  if (already !== undefined) return already;
  const taking = cancelOp(store, opId).catch((failure: unknown) => {
    if (failure instanceof NotPending) return null;
    throw failure;
  });
  cancellations.set(opId, taking);
  setTimeout(() => cancellations.delete(opId), FALLBACK_TIMEOUT);
  return taking;
}

/**
 * Checks an op that left the queue without a receipt: it was discarded, or the server had the same values from somebody else.
 *
 * @throws CallFailed VERSION_CONFLICT unless the values are there
 */
async function assertApplied<K extends QueuedCall>({ store }: LocalContext, { call, input }: LocalChange<K>): Promise<void> {
  const { table, idOf } = queuedCalls[call];
  const row = await store.db[table].get(idOf(input) ?? '');
  if (row === undefined) throw versionConflict(undefined);
  try {
    assertFresh(await decryptEntity(store.vault, table, row), input);
  } catch (failure) {
    throw failure instanceof StaleWrite ? versionConflict({ current: await readShown(store, failure) }) : failure;
  }
}
