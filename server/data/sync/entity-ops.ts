import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

type EntityOpRow = Selectable<Tables['entity_ops']>;
type OpKey = { owner: string; opId: string };

/** The entities under which ops on a case and on its versions are stored: those of calls that tablets keep, and of any other call. */
export const OPS_OF_CASES = sql`('consent', 'case', 'record')`;

/** Stores for ever that ops have taken effect, in the transaction of the effects and in one statement. */
export async function insertOps(db: Db, rows: readonly EntityOpRow[]): Promise<void> {
  await sql`insert into entity_ops select * from jsonb_populate_recordset(null::entity_ops, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
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
