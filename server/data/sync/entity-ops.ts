import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables.ts';

export type EntityOpRow = Selectable<Tables['entity_ops']>;
type OpKey = { owner: string; opId: string };

/** Stores for ever that an op has taken effect, in the transaction of the effect. */
export async function insertOp(db: Db, row: EntityOpRow): Promise<void> {
  await db.insertInto('entity_ops').values(row).execute();
}

/** Whether an op has ever taken effect. */
export async function isOpKnown(db: Db, { owner, opId }: OpKey): Promise<boolean> {
  const row = await db
    .selectFrom('entity_ops')
    .select('op_id')
    .where('owner', '=', owner)
    .where('op_id', '=', opId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The version that an op wrote to an entity; undefined when it never took effect, or on another entity. */
export async function versionWrittenBy(
  db: Db,
  { owner, opId, entity, id }: OpKey & { entity: string; id: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('entity_ops')
    .select('version')
    .where('owner', '=', owner)
    .where('op_id', '=', opId)
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .executeTakeFirst();
  return row?.version ?? undefined;
}

/** Deletes the answers of keyed calls from before a moment, ISO; their ops stay. */
export async function forgetAnswersBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<', before).execute();
}
