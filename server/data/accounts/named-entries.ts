import type { ListEntry } from '#contract/organisation.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** The lists that all organisations share. */
export type EntryTable = 'specialities' | 'grades';
export type NamedEntryRow = Selectable<Tables['grades']>;

/** All entries of a list, ended ones as well; they are few. */
export async function listNamedEntries(db: Db, table: EntryTable): Promise<NamedEntryRow[]> {
  return db.selectFrom(table).selectAll().orderBy('name').execute();
}

export async function insertEntry(db: Db, table: EntryTable, { id, name }: { id: string; name: string }): Promise<void> {
  await db.insertInto(table).values({ id, name }).execute();
}

export async function updateEntry(db: Db, table: EntryTable, { id, name, ended_at }: NamedEntryRow): Promise<void> {
  await db.updateTable(table).set({ name, ended_at }).where('id', '=', id).execute();
}

/** Serialises the changes of a list until this transaction ends: two of one name at once cannot both be added. */
export async function lockEntries(db: Db, table: EntryTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
}

/** People who have a grade have it under its new name; signatures keep the words they were made with. */
export async function renameGradeOfPeople(db: Db, before: string, name: string): Promise<void> {
  await db.updateTable('users').set({ grade: name }).where('grade', '=', before).execute();
}

/** Access plans that name a speciality name it anew. */
export async function renameSpecialityOfPlans(db: Db, before: string, name: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({
      specialities: sql`(select jsonb_agg(case when each = to_jsonb(${before}::text) then to_jsonb(${name}::text) else each end)
        from jsonb_array_elements(specialities) each)`,
    })
    .where(sql<boolean>`specialities @> jsonb_build_array(${before}::text)`)
    .execute();
}

/** An entry in the shape of the wire. */
export function presentEntry({ id, name, ended_at }: NamedEntryRow): ListEntry {
  return { _id: id, name, isEnded: ended_at !== null };
}
