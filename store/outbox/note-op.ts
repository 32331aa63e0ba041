import { seal } from '#store/crypto/seal.ts';
import { sealContextOf, UNTRIED, type NewOp, type OpRow } from '#store/db/op.ts';
import { withEviction } from '#store/session/quota.ts';
import { whileAnnounced, type Store } from '#store/session/store.ts';
import { laneOf, queuedCalls, type QueuedInput } from './calls.ts';

/** Calls that note something for the server, and change nothing on this device. */
export type NoteCall = 'patientConflict' | 'safetyReport';

/** Queues a note for the server. It is on the disk when this resolves. @returns the id of its op */
export async function queueNote<K extends NoteCall>(store: Store, call: K, input: QueuedInput<K>): Promise<string> {
  const op = await noteOp(store, call, input);
  // The database assigns its place in the queue.
  await whileAnnounced(store, 1, () => withEviction(store, () => store.db.ops.add(op as OpRow)));
  return op.opId;
}

/** The op of a note: it has a lane of its own, as it writes no version that a later change could be based on, and waits for nothing. */
export async function noteOp<K extends NoteCall>(store: Store, call: K, input: QueuedInput<K>): Promise<NewOp> {
  const { vault, env, deviceId, clockOffset } = store;
  const [opId, now] = [env.newId(), env.now()];
  return {
    opId,
    userHash: vault.userHash,
    deviceId,
    lane: `${laneOf(queuedCalls[call].table, input.id)}/${opId}`,
    call,
    entityId: input.id,
    base: null,
    payload: await seal(vault.local, sealContextOf(opId), input, env),
    isFrozen: false,
    blob: null,
    deps: [],
    parts: 1,
    capturedAt: new Date(now).toISOString(),
    clockOffset: clockOffset(),
    tz: -new Date(now).getTimezoneOffset(),
    nextAt: now,
    ...UNTRIED,
    rev: 0,
  };
}
