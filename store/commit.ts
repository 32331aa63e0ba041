import { NotSent } from '#contract/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import { faultsOf } from '#contract/faults.ts';
import * as v from 'valibot';
import { openEntity } from './kept.ts';
import { opsOfLane } from './outbox/lane.ts';
import { opFor, type Change } from './outbox/new-op.ts';
import type { Lane, NewOp, OpRow } from './outbox/op.ts';
import { InkMissing, readInk } from './outbox/payload.ts';
import { project, type EntityOf, type Made } from './outbox/project.ts';
import { isVersioned, laneOf, queued, type QueuedInput } from './outbox/queued.ts';
import { refuseOvertaken, type Fields } from './overtaken.ts';
import { noteUnsent, type Store } from './store.ts';
import type { BaseRow, EntityName, EntityRow } from './vault-database.ts';
import { seal } from './vault/seal.ts';
import { withRoom } from './quota.ts';

/** Somebody else kept writing the same thing; nothing was kept of this change. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

/**
 * Keeps a change and queues its call. Both happen, or neither does; when this resolves, both are on the disk.
 *
 * @returns the id of the op that carries it
 * @throws NotSent when the input does not fit the call; NotHere when it changes what is not on this device; Overtaken when that is
 * no longer what was seen; InkMissing; StorageFull
 */
export async function commit<K extends QueuedCall>(store: Store, change: Change<K>): Promise<string> {
  const input = await checked(store, change);
  const seen = change.seen === undefined ? [] : [change.seen, tidied(change, change.seen)];
  for (let tries = 0; tries < 20; tries += 1) {
    const writing = await prepare(store, { ...change, input }, seen);
    if (await withRoom(store, () => write(store, writing))) {
      void noteUnsent(store);
      return writing.opId;
    }
  }
  throw new TooBusy('This is being changed elsewhere');
}

/** The input as the contract wants it, less the version and the strokes. */
async function checked<K extends QueuedCall>(store: Store, { call, input, ink }: Change<K>): Promise<QueuedInput<K>> {
  const strokes = ink === undefined ? {} : { strokes: await readInk(store.db, store.vault, ink) };
  const whole = { ...input, ...strokes, ...(isVersioned(call) ? { version: 1 } : {}) };
  const parsed = v.safeParse(calls[call].input, whole);
  if (!parsed.success) throw new NotSent(faultsOf(parsed.issues));
  const rest: Record<string, unknown> = { ...parsed.output };
  delete rest['version'];
  if (ink !== undefined) delete rest['strokes'];
  // What the schema let through, without its version: that is the type.
  return rest as QueuedInput<K>;
}

/** What was seen as the call itself would keep it, without the spaces at its ends. */
function tidied<K extends QueuedCall>({ call, input }: Change<K>, seen: Fields): Fields {
  const parsed = v.safeParse(calls[call].input, { ...input, ...seen, ...(isVersioned(call) ? { version: 1 } : {}) });
  const fields: Fields = parsed.success ? { ...parsed.output } : {};
  return Object.fromEntries(Object.keys(seen).map((name) => [name, fields[name] ?? seen[name]]));
}

type Seen = { readonly rowRev: number; readonly tail: Pick<OpRow, 'seq' | 'rev'> | undefined };
type Writing = {
  readonly table: EntityName;
  readonly row: EntityRow;
  readonly base: BaseRow | null;
  readonly op: NewOp & Partial<Pick<OpRow, 'seq'>>;
  readonly opId: string;
  readonly seen: Seen;
};

// Everything that is sealed is sealed here, before the transaction: inside it nothing but the database may be awaited.
async function prepare<K extends QueuedCall>(store: Store, change: Change<K>, seen: readonly Fields[]): Promise<Writing> {
  const { vault, means } = store;
  const { table, idOf } = queued[change.call];
  const id = idOf(change.input);
  if (id === undefined) throw new NotSent([{ path: 'id', message: 'This is required' }]);
  const lane = laneOf(table, id);
  const { kept, tail, deps } = await readBefore(store, { table, id, lane, patientId: change.patientId });
  // The call's table holds this call's entity.
  const before = kept === undefined ? null : ((await openEntity(vault, table, kept)) as EntityOf<K>);
  refuseOvertaken(before, ...seen);
  const made: Made = { at: new Date(means.now()).toISOString(), organisationId: vault.organisationId };
  const value = project(change.call, change.input, { before, made });
  const op = await opFor(store, change, { lane, id, tail, deps, serverVersion: kept?.serverVersion ?? 0 });
  const row: EntityRow = {
    ...(await seal(vault.local, { table, id }, value, means)),
    id,
    patientId: 'patientID' in value ? value.patientID : id,
    state: 'unsent',
    updatedAt: means.now(),
    serverVersion: kept?.serverVersion ?? 0,
    localRev: (kept?.localRev ?? 0) + 1,
  };
  const isFirst = kept !== undefined && kept.state === 'synced';
  const base = isFirst ? { entity: table, id, ...(await seal(vault.local, { table: 'bases', id }, before, means)) } : null;
  return { table, row, base, op, opId: op.opId, seen: { rowRev: kept?.localRev ?? 0, tail } };
}

type Where = { readonly table: EntityName; readonly id: string; readonly lane: Lane; readonly patientId: string | undefined };

/** The row, the lane's last op, and the ops that must reach the server first, all as they stand at one moment. */
async function readBefore({ db }: Store, { table, id, lane, patientId }: Where) {
  return db.transaction('r', [db[table], db.ops], async () => {
    const needed = patientId === undefined || patientId === id ? [] : await opsOfLane(db, laneOf('patients', patientId));
    const kept = await db[table].get(id);
    return { kept, tail: (await opsOfLane(db, lane)).at(-1), deps: needed.map(({ opId }) => opId) };
  });
}

/** False when something changed since it was read; then nothing is written. */
async function write({ db }: Store, { table, row, base, op, seen }: Writing): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.blobs], async () => {
    const kept = await db[table].get(row.id);
    const tail = (await opsOfLane(db, op.lane)).at(-1);
    if ((kept?.localRev ?? 0) !== seen.rowRev || tail?.seq !== seen.tail?.seq || tail?.rev !== seen.tail?.rev) return false;
    await db[table].put(row);
    if (base !== null && (await db.bases.get([table, row.id])) === undefined) await db.bases.put(base);
    // A new op has no place yet: the queue gives it one.
    await db.ops.put(op);
    if (op.blob !== null) {
      const ink = await db.blobs.get(op.blob);
      // Drawn anew, or cleared, since it was looked at: a signature is not kept without its ink.
      if (ink === undefined) throw new InkMissing('The signature is not on this tablet');
      await db.blobs.put({ ...ink, state: 'queued' });
    }
    return true;
  });
}
