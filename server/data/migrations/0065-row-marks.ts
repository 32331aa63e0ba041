import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/** The marks of rows, each under a key outside of the database, and the triggers that tell a transaction what it has written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table row_marks (
    of_table text not null,
    key text not null,
    organisation_id uuid not null,
    count integer not null,
    is_gone boolean not null default false,
    mac text not null,
    primary key (of_table, key))`.execute(db);
  await createRowMarks(db);
}
