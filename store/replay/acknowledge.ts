import { opsOfLane } from '../outbox/lane.ts';
import type { OpRow } from '../outbox/op.ts';
import { queued } from '../outbox/queued.ts';
import { withRoom } from '../quota.ts';
import { noteUnsent, type Store } from '../store.ts';
import { forgetPlace } from '../synced.ts';
import type { EntityName, SentRow } from '../vault-database.ts';
import { seal } from '../vault/seal.ts';
import { holdLead } from './lease.ts';
import type { Ready } from './line.ts';
import { lastCopy, laterOf, rebuild, type Rebuilt } from './rebuild.ts';
import type { Lead } from './record.ts';
import { putRebuilt } from './replace.ts';
import { settle } from './settle.ts';
import { isUnchanged, standingOf, type Standing } from './standing.ts';

/**
 * Writes what the server answered, in one transaction: its copy becomes the row, with what still waits on top; the op goes, the
 * receipt comes.
 *
 * @throws Deposed when another tab leads: it will hear the same answer
 */
export async function acknowledge(lead: Lead, { op, body }: Ready, output: unknown): Promise<void> {
  const { store } = lead;
  const receipt = await receiptOf(store, { op, body });
  const told = { answer: output, input: body };
  store.onAnswer?.({ opId: op.opId, call: op.call }, output);
  for (;;) {
    const settling = await prepare(lead, op, told);
    if (await withRoom(store, () => write(lead, settling, receipt))) break;
  }
  void noteUnsent(store);
}

/**
 * The server did this so long ago that it keeps the answer no more: the op goes, and so does what was made of it here, where nothing
 * waits on top; what the server has is fetched from the beginning.
 *
 * @throws Deposed when another tab leads
 */
export async function takeAsDone({ store, epoch }: Lead, { op, body }: Ready): Promise<void> {
  const { db } = store;
  const { table } = queued[op.call];
  const receipt = await receiptOf(store, { op, body });
  const write = () =>
    db.transaction('rw', [db[table], db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
      await holdLead(db, epoch);
      await takeOut(db, op, receipt);
      if ((await opsOfLane(db, op.lane)).length === 0)
        await putRebuilt(db, { table, id: op.entityId, rebuilt: { row: null, base: null } });
      await forgetPlace(db);
    });
  await withRoom(store, write);
  void noteUnsent(store);
}

async function receiptOf({ vault, means }: Store, { op, body }: Ready): Promise<SentRow> {
  const { opId, lane, call, entityId, capturedAt } = op;
  const sealed = await seal(vault.local, { table: 'sent', id: opId }, body, means);
  return { ...sealed, opId, lane, call, entityId, capturedAt, ackedAt: means.now() };
}

/** Inside a transaction: what was sent waits no more. */
async function takeOut(db: Store['db'], op: OpRow, receipt: SentRow): Promise<void> {
  await db.ops.delete(op.seq);
  await db.sent.put(receipt);
  if (op.blob !== null) await db.blobs.delete(op.blob);
}

type Told = { readonly answer: unknown; readonly input: Record<string, unknown> };
type Settling = {
  readonly op: OpRow;
  readonly table: EntityName;
  readonly rebuilt: Rebuilt | null;
  readonly seen: Standing;
};

async function prepare({ store }: Lead, op: OpRow, told: Told): Promise<Settling> {
  const { table } = queued[op.call];
  const seen = await standingOf(store.db, table, op.entityId);
  const { row, ops } = seen;
  const before = await lastCopy(store, table, seen);
  const { copy, version } = settle(op.call, { ...told, before });
  // Without a copy there is nothing to show; after a restored backup an old answer may come once more, over newer news.
  const isOld = row?.state === 'synced' && version !== null && row.serverVersion > version;
  if (copy === null || isOld) return { op, table, rebuilt: null, seen };
  const later = await laterOf(
    store,
    ops.filter(({ seq }) => seq !== op.seq),
  );
  const serverVersion = version ?? row?.serverVersion ?? 0;
  const rebuilt = await rebuild(store, { table, id: op.entityId, copy, version: serverVersion, row, later });
  return { op, table, rebuilt, seen };
}

/** False when somebody committed in the meantime: then what was prepared is not on top of it. */
async function write({ store: { db }, epoch }: Lead, { op, table, rebuilt, seen }: Settling, receipt: SentRow): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.sent, db.blobs, db.kv], async () => {
    await holdLead(db, epoch);
    if (!(await isUnchanged(db, { table, id: op.entityId, seen }))) return false;
    if (rebuilt !== null) await putRebuilt(db, { table, id: op.entityId, rebuilt });
    await takeOut(db, op, receipt);
    return true;
  });
}
