import { dueRecord } from '#server/data/retention/due-records.ts';
import { retentionRules } from '#server/data/retention/retention.ts';
import type { Db } from '#server/data/db.ts';
import type { Deps } from '#server/deps.ts';
import { todayOf } from '#server/policies/accounts.ts';

/** Why a record is due by the present rules; `due` is undefined where it is not, where a hold is on it, and where the rules are off. */
export async function stillDue(
  { db, deps }: { db: Db; deps: Pick<Deps, 'clock' | 'settings'> },
  { organisationId, id }: { organisationId: string; id: string },
) {
  const rules = await retentionRules(db, organisationId);
  const search = { organisationId, rules, today: todayOf(deps), timeZone: deps.settings.timeZone };
  return { due: rules.isOn ? await dueRecord(db, search, id) : undefined, rules };
}
