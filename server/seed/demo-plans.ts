import { DAY } from '#domain/base/limits.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { json } from '#server/data/json.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';

/** Access plans beside the standard one: one for two specialities, and one that has ended. @param start - epoch ms, 90 days ago */
export async function demoPlans(
  db: Db,
  organisationId: string,
  { newId, start }: Pick<Deps, 'newId'> & { start: number },
): Promise<void> {
  const plans = [
    { name: 'Demo plan, surgery', specialities: ['General surgery', 'Orthopaedics'], endDate: plainDateOf(start + 730 * DAY) },
    { name: 'Demo plan, ended trial', specialities: [], endDate: plainDateOf(start + 30 * DAY) },
  ];
  for (const { name, specialities, endDate } of plans)
    await db
      .insertInto('subscriptions')
      .values({
        organisation_id: organisationId,
        id: newId(),
        name,
        specialities: json<string[]>(specialities),
        start_date: plainDateOf(start),
        end_date: endDate,
      })
      .execute();
}
