import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';

type SettingsRow = Selectable<Tables['experience_settings']>;

/** The settings of an administrator; undefined before anybody has set any. */
export async function experienceSettingsOf(db: Db, organisationId: string): Promise<SettingsRow | undefined> {
  return db.selectFrom('experience_settings').selectAll().where('organisation_id', '=', organisationId).executeTakeFirst();
}

/** Writes the row of an organisation, whose own row is locked. */
export async function writeExperienceSettings(
  db: Db,
  { settings, ...row }: Insertable<Tables['experience_settings']>,
): Promise<void> {
  const values = { ...row, settings: json(settings) };
  const { organisation_id: _, ...changes } = values;
  await db
    .insertInto('experience_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(changes))
    .execute();
}
