import { DAY } from '#domain/base/limits.ts';
import { proposeNext } from '#server/data/retention/due-records.ts';
import { rulesOf } from '#server/data/retention/retention.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { todayOf } from '#server/policies/accounts.ts';

/**
 * One round of the search for due records: the next page of patients of one organisation in which it is on and that was not looked
 * through today. It proposes and deletes nothing. Several servers may do so at once: each takes another organisation.
 *
 * @returns whether there is more to look at
 */
export async function proposeDue({ database, clock, settings }: Pick<Deps, 'database' | 'clock' | 'settings'>): Promise<boolean> {
  const today = todayOf({ clock, settings });
  // A later day is of a clock that was ahead.
  const tomorrow = todayOf({ clock: () => clock() + DAY, settings });
  return inTransaction(database.db, async (db) => {
    const row = await db
      .selectFrom('retention_rules')
      .selectAll()
      .where('is_on', '=', true)
      .where((is) =>
        is.or([
          is('searched_on', 'is', null),
          is('searched_on', '<', today),
          is('searched_on', '>', tomorrow),
          is('searched_to', 'is not', null),
        ]),
      )
      .orderBy('organisation_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const organisationId = row.organisation_id;
    const search = { organisationId, rules: rulesOf(row), today, timeZone: settings.timeZone };
    const now = new Date(clock()).toISOString();
    const { last } = await proposeNext(db, search, { after: row.searched_to, now });
    await db
      .updateTable('retention_rules')
      .set({ searched_on: today, searched_to: last })
      .where('organisation_id', '=', organisationId)
      .execute();
    return true;
  });
}
