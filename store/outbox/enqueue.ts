import { bodyOf, NotSent } from '#contract/engine/call.ts';
import { calls, type QueuedCall } from '#contract/calls.ts';
import * as v from 'valibot';
import type { Patient } from '#domain/patients/patient.ts';
import { isContactField, withoutContact } from '#domain/patients/restricted.ts';
import { clearFieldsOf, decryptEntity, isRestricted, isWithoutContact, storedEntity } from '#store/entities/types.ts';
import { hideContacts } from './hide-contacts.ts';
import { bodyWithoutContact } from './op-without-contact.ts';
import { readPayload } from './payload.ts';
import { opsOfLane } from './lanes.ts';
import { prepareOp, type LocalChange } from './prepare-op.ts';
import type { Lane, NewOp, OpRow } from '#store/db/op.ts';
import { InkMissing, readInk } from '#store/entities/strokes.ts';
import { applyCall, type CallEntity, type ApplyContext } from './calls-apply.ts';
import { isVersioned, laneOf, queuedCalls, type QueuedInput } from './calls.ts';
import { assertFresh } from '#store/entities/stale-write.ts';
import type { EntityFields } from '#store/entities/merge.ts';
import { whileAnnounced, type Store } from '#store/session/store.ts';
import { markChanged } from '#store/db/summary-marks.ts';
import { assertMarked, isVaultStored, StorageLost } from '#store/db/vault-mark.ts';
import type { BaseRow, EntityName, EntityRow } from '#store/db/vault-database.ts';
import { nullIfUnreadable, seal } from '#store/crypto/seal.ts';
import { withEviction } from '#store/session/quota.ts';

/** Other tabs kept changing the same entity; this change was not written. */
export class WriteContention extends Error {
  override name = 'WriteContention';
}

/** The change holds contact details of a protected patient, which no tablet stores: only the server can take it. Nothing was written. */
export class ContactNotStored extends Error {
  override name = 'ContactNotStored';
}

/**
 * Writes a local change and queues its call, in one transaction: both are on the disk when this resolves, or neither.
 *
 * @returns the id of the op that carries the change
 * @throws NotSent when the input does not fit the call's schema; NotOnDevice when the entity is not on this device; StaleWrite when it is
 * no longer what the user saw; ContactNotStored; InkMissing; StorageFull; StorageLost
 */
export async function enqueue<K extends QueuedCall>(store: Store, change: LocalChange<K>): Promise<string> {
  const input = await validInput(store, change);
  const expected = change.expected === undefined ? [] : [change.expected, normalizedFields(change, change.expected)];
  try {
    if (!(await isVaultStored(store.device, store.db, store.vault.userHash))) throw new StorageLost('This vault was cleared');
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const prepared = await prepare(store, { ...change, input: await storedInput(store, { ...change, input }) }, expected);
      const isNew = prepared.op.seq === undefined;
      if (await whileAnnounced(store, isNew ? 1 : 0, () => withEviction(store, () => write(store, prepared)))) {
        if (prepared.isRestricted) await hideContacts(store, prepared.row.id);
        return prepared.opId;
      }
    }
  } catch (failure) {
    if (failure instanceof StorageLost) store.onStorageLost?.();
    throw failure;
  }
  throw new WriteContention('This is being changed elsewhere');
}

/** The input as the call's schema parses it, without the version and the strokes. */
async function validInput<K extends QueuedCall>(store: Store, { call, input, ink }: LocalChange<K>): Promise<QueuedInput<K>> {
  const strokes = ink === undefined ? {} : { strokes: await readInk(store.db, store.vault, ink) };
  const complete = { ...input, ...strokes, ...(isVersioned(call) ? { version: 1 } : {}) };
  const rest = bodyOf(calls[call], complete);
  delete rest['version'];
  if (ink !== undefined) delete rest['strokes'];
  // The schema's output without its version: that is the type.
  return rest as QueuedInput<K>;
}

/** The input as the queue stores it: without the emails of adults where the patient's contact details are protected. */
async function storedInput<K extends QueuedCall>({ db, vault }: Store, change: LocalChange<K>): Promise<QueuedInput<K>> {
  const { table, idOf } = queuedCalls[change.call];
  const input: QueuedInput<K> & { readonly patientID?: string } = change.input;
  if (table !== 'consents' || !('parents' in input)) return input;
  const row = await db.consents.get(idOf(input) ?? '');
  const patient = await db.patients.get(change.patientId ?? input.patientID ?? row?.patientId ?? '');
  if (patient === undefined || !isRestricted(await decryptEntity(vault, 'patients', patient))) return input;
  // The same call with empty emails.
  return bodyWithoutContact(change.call, input) as QueuedInput<K>;
}

/** The expected values as the call's schema normalises them, for instance trimmed. */
function normalizedFields<K extends QueuedCall>({ call, input }: LocalChange<K>, expected: EntityFields): EntityFields {
  const parsed = v.safeParse(calls[call].input, { ...input, ...expected, ...(isVersioned(call) ? { version: 1 } : {}) });
  const fields: EntityFields = parsed.success ? { ...parsed.output } : {};
  return Object.fromEntries(Object.keys(expected).map((name) => [name, fields[name] ?? expected[name]]));
}

type ReadState = { readonly rowRev: number; readonly tail: Pick<OpRow, 'seq' | 'rev'> | undefined };
type PreparedWrite = {
  readonly table: EntityName;
  readonly row: EntityRow;
  readonly base: BaseRow | null;
  readonly op: NewOp & Partial<Pick<OpRow, 'seq'>>;
  readonly opId: string;
  /** of a patient whose contact details are protected */
  readonly isRestricted: boolean;
  readonly read: ReadState;
};

// Everything that is sealed is sealed here, before the transaction: inside it nothing but the database may be awaited.
async function prepare<K extends QueuedCall>(
  store: Store,
  change: LocalChange<K>,
  expected: readonly EntityFields[],
): Promise<PreparedWrite> {
  const { vault, env } = store;
  const { table, idOf } = queuedCalls[change.call];
  const id = idOf(change.input);
  if (id === undefined) throw new NotSent([{ path: 'id', message: 'This is required' }]);
  const lane = laneOf(table, id);
  const { existing, tail, deps } = await readBefore(store, { table, id, lane, patientId: change.patientId });
  // The call's table holds this call's entity.
  const before = existing === undefined ? null : ((await decryptEntity(vault, table, existing)) as CallEntity<K>);
  const context: ApplyContext = { at: new Date(env.now()).toISOString(), organisationId: vault.organisationId };
  const value = applyCall(change.call, change.input, { before, context });
  const hides = isRestricted(value);
  // Before the comparison: what the user saw of contact details is on the server alone.
  if (hides || isWithoutContact(before)) await refuseContact(store, change, lane);
  assertFresh(before, ...expected);
  const op = await prepareOp(store, change, { lane, id, tail, deps, serverVersion: existing?.serverVersion ?? 0 });
  const row: EntityRow = {
    ...(await seal(vault.local, { table, id }, storedEntity(table, value), env)),
    id,
    ...clearFieldsOf(value, id),
    state: 'unsent',
    updatedAt: env.now(),
    serverVersion: existing?.serverVersion ?? 0,
    localRev: (existing?.localRev ?? 0) + 1,
  };
  const isFirst = existing !== undefined && existing.state === 'synced';
  const copy = hides && before !== null ? withoutContact(before as Patient) : before;
  const base = isFirst ? { entity: table, id, ...(await seal(vault.local, { table: 'bases', id }, copy, env)) } : null;
  return { table, row, base, op, opId: op.opId, isRestricted: hides, read: { rowRev: existing?.localRev ?? 0, tail } };
}

/** @throws ContactNotStored when the change, or one that waits before it, holds contact details */
async function refuseContact({ db, vault }: Store, { call, input }: LocalChange<QueuedCall>, lane: Lane): Promise<void> {
  const waiting = await Promise.all((await opsOfLane(db, lane)).map((op) => nullIfUnreadable(readPayload(vault, op))));
  // An edit that empties a field is one of it too; a new patient without the detail has none.
  const holds = (fields: object, isNew: boolean) =>
    Object.entries(fields).some(([name, value]) => isContactField(name) && value !== undefined && (value !== null || !isNew));
  if (holds(input, call === 'patientCreate') || waiting.some((each) => each !== null && holds(each, true)))
    throw new ContactNotStored('The contact details of this patient are not on this tablet');
}

type EntityLocation = {
  readonly table: EntityName;
  readonly id: string;
  readonly lane: Lane;
  readonly patientId: string | undefined;
};

/** Reads the row, the lane's last op, and the ops that must reach the server first, in one transaction. */
async function readBefore({ db }: Store, { table, id, lane, patientId }: EntityLocation) {
  return db.transaction('r', [db[table], db.ops], async () => {
    const needed = patientId === undefined || patientId === id ? [] : await opsOfLane(db, laneOf('patients', patientId));
    const existing = await db[table].get(id);
    return { existing, tail: (await opsOfLane(db, lane)).at(-1), deps: needed.map(({ opId }) => opId) };
  });
}

/** Writes row and op. @returns false when either changed since it was read; then nothing is written */
async function write({ db }: Store, { table, row, base, op, read }: PreparedWrite): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.blobs, db.kv], async () => {
    await assertMarked(db);
    const existing = await db[table].get(row.id);
    const tail = (await opsOfLane(db, op.lane)).at(-1);
    if ((existing?.localRev ?? 0) !== read.rowRev || tail?.seq !== read.tail?.seq || tail?.rev !== read.tail?.rev) return false;
    await db[table].put(row);
    await markChanged(db, [{ table, id: row.id, state: row }]);
    if (base !== null && (await db.bases.get([table, row.id])) === undefined) await db.bases.put(base);
    // A new op has no `seq` yet: the table assigns it.
    await db.ops.put(op);
    if (op.blob !== null) {
      const ink = await db.blobs.get(op.blob);
      // The pad was drawn again or cleared since the check: a signature is not queued without its strokes.
      if (ink === undefined) throw new InkMissing('The signature is not on this tablet');
      await db.blobs.put({ ...ink, state: 'queued' });
    }
    return true;
  });
}
