import { opsOfLane } from './lanes.ts';
import type { OpRow } from '#store/db/op.ts';
import { laneOf } from './calls.ts';
import type { BaseRow, EntityName, EntityRow, VaultDatabase } from '#store/db/vault-database.ts';

/** State of an entity at one moment: its row, the server's copy beneath local changes, and the ops of its lane, in order. */
export type EntitySnapshot = {
  readonly row: EntityRow | undefined;
  readonly base: BaseRow | undefined;
  readonly ops: readonly OpRow[];
};

/** An entity by its table and id. */
export type EntityRef = { readonly table: EntityName; readonly id: string };

/** Reads a snapshot in one transaction, for a later compare-and-set. */
export async function readSnapshot(db: VaultDatabase, table: EntityName, id: string): Promise<EntitySnapshot> {
  return db.transaction('r', [db[table], db.bases, db.ops], async () => {
    const [row, base, ops] = await Promise.all([db[table].get(id), db.bases.get([table, id]), opsOfLane(db, laneOf(table, id))]);
    return { row, base, ops };
  });
}

/** As {@link readSnapshot}, of many entities in one transaction: each with its snapshot, in their order. */
export async function readSnapshots<E extends EntityRef>(
  db: VaultDatabase,
  entities: readonly E[],
): Promise<(E & { readonly snapshot: EntitySnapshot })[]> {
  return db.transaction('r', [...tablesOf(db, entities), db.bases, db.ops], async () => {
    const [states, bases] = await Promise.all([readStates(db, entities), readBases(db, entities)]);
    return states.map(({ entity, row, ops }, at) => ({ ...entity, snapshot: { row, base: bases[at], ops } }));
  });
}

async function readBases(db: VaultDatabase, entities: readonly EntityRef[]): Promise<(BaseRow | undefined)[]> {
  return (await hasBases(db)) ? db.bases.bulkGet(entities.map(({ table, id }) => [table, id] as [string, string])) : [];
}

/** Whether there is any base: one request, where most queues have none. */
export async function hasBases({ bases }: VaultDatabase): Promise<boolean> {
  return (await bases.count()) > 0;
}

/** The tables that hold these entities. */
export function tablesOf(db: VaultDatabase, entities: readonly EntityRef[]) {
  return [...new Set(entities.map(({ table }) => table))].map((table) => db[table]);
}

/** Whether row and lane are as in the snapshot; a base never changes without its row. Runs inside the transaction that writes. */
export async function isUnchanged(
  db: VaultDatabase,
  { snapshot, ...entity }: EntityRef & { readonly snapshot: EntitySnapshot },
): Promise<boolean> {
  return (await unchanged(db, [{ ...entity, snapshot }])).length > 0;
}

/** Those of many entities that {@link isUnchanged} holds for. Runs inside the transaction that writes. */
export async function unchanged<E extends EntityRef & { readonly snapshot: EntitySnapshot }>(
  db: VaultDatabase,
  entities: readonly E[],
): Promise<E[]> {
  const states = await readStates(db, entities);
  const found = states.filter(
    ({ entity: { snapshot }, row, ops }) =>
      row?.localRev === snapshot.row?.localRev &&
      ops.length === snapshot.ops.length &&
      ops.every(({ seq, rev }, nth) => seq === snapshot.ops[nth]?.seq && rev === snapshot.ops[nth]?.rev),
  );
  return found.map(({ entity }) => entity);
}

/** The rows and lanes of entities, in their order: one read for each table, and one of each lane. */
async function readStates<E extends EntityRef>(
  db: VaultDatabase,
  entities: readonly E[],
): Promise<(Omit<EntitySnapshot, 'base'> & { readonly entity: E })[]> {
  const rows = await readEntityRows(db, entities);
  // Requests that do not wait for each other, as the steps of a cursor do.
  const lanes = await Promise.all(entities.map(({ table, id }) => opsOfLane(db, laneOf(table, id))));
  return entities.map((entity, at) => ({ entity, row: rows[at], ops: lanes[at] ?? [] }));
}

/** The rows of entities, in their order: one read for each table. */
export async function readEntityRows(db: VaultDatabase, entities: readonly EntityRef[]): Promise<(EntityRow | undefined)[]> {
  const rows = new Map<string, EntityRow>();
  for (const table of new Set(entities.map((entity) => entity.table))) {
    const ids = entities.filter((entity) => entity.table === table).map(({ id }) => id);
    for (const row of await db[table].bulkGet(ids)) if (row !== undefined) rows.set(laneOf(table, row.id), row);
  }
  return entities.map(({ table, id }) => rows.get(laneOf(table, id)));
}
