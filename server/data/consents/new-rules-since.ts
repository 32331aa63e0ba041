import type { Db } from '#server/data/db.ts';

/** The setting in which a database keeps {@link newRulesSince}. */
export const NEW_RULES_SETTING = 'newRulesSince';

/** When this database began with the rules of witnesses and of children below 13, ISO: the moment of its own update. */
export async function newRulesSince(db: Db): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NEW_RULES_SETTING).executeTakeFirst();
  return typeof row?.value === 'string' ? row.value : null;
}
