import { sql, type Kysely } from 'kysely';

/**
 * The details of a version's choices, for lists and lights: of its pinned form, else of its draft. A form that a tablet of a build before has
 * pinned without them keeps the marks of safety of its draft. Worked out by the database, as `listed_content` is. A template has choices of
 * its own; a server of the build before writes none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table consents add column listed_choice_details jsonb generated always as
    (coalesce(nullif(pinned->'choiceDetails', 'null'::jsonb), content->'choiceDetails')) stored`.execute(db);
  await sql`alter table templates add column choices jsonb`.execute(db);
}
