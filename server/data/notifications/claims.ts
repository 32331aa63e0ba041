import { sql } from 'kysely';
import type { Need } from '#domain/cases/needs.ts';
import type { TakenNeed } from '#domain/cases/taken-need.ts';
import { NEED_ENDED_BY } from '#domain/notifications/claims.ts';
import type { Db } from '#server/data/db.ts';
import { nameOfUser } from '#server/data/user-names.ts';

const ENDED_BY = JSON.stringify(NEED_ENDED_BY);

/** The words of those who see to needs of case `c` that no event has ended since. */
export const claimsOfCase = sql<TakenNeed[]>`(select coalesce(jsonb_agg(jsonb_build_object('need', k.need, 'userID', k.user_id,
    'name', coalesce(${nameOfUser('c', sql`k.user_id`)}, ''), 'at', to_char(k.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by k.need), '[]')
  from claims k where k.organisation_id = c.organisation_id and k.case_id = c.id and k.user_id is not null
    and not exists (select from timeline t where t.organisation_id = k.organisation_id and t.case_id = k.case_id and t.at > k.at
      and ${sql.lit(ENDED_BY)}::jsonb -> k.need ? t.type))`;

type ClaimKey = { readonly organisationId: string; readonly caseId: string; readonly need: Need };

/** Writes who sees to a need of a case from now on; null for nobody. @param at - ISO */
export async function putClaim(
  db: Db,
  { organisationId, caseId, need }: ClaimKey,
  { userId, at }: { readonly userId: string | null; readonly at: string },
): Promise<void> {
  await db
    .insertInto('claims')
    .values({ organisation_id: organisationId, case_id: caseId, need, user_id: userId, at })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'case_id', 'need']).doUpdateSet({ user_id: userId, at }))
    .execute();
}
