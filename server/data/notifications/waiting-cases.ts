import { sql } from 'kysely';
import { ANSWERED_STATUSES } from '#domain/cases/needs.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';

/** The most cases that are looked at for one list of needs [choice]. */
const LOOKED_AT_MOST = 500;

const OUT = CASE_STATUSES.filter((status) => mayMove(status, 'sign'));
const ENDED = ['WITHDRAWN', 'DECLINED', 'EXPIRED'] as const;

type Waiting = {
  readonly userId: string;
  readonly scope: 'MINE' | 'TEAM';
  /** plain dates of the lists that are looked at */
  readonly today: string;
  readonly until: string;
  /** ISO: forms that ended before are left */
  readonly endedSince: string;
};

/**
 * The cases of a person, or of those who work in their speciality, of which a need may wait: more than have one, as the rule itself is not
 * asked here.
 */
export async function waitingCases(db: Db, reach: CaseVisibility, query: Waiting): Promise<string[]> {
  const { userId, scope, today, until, endedSince } = query;
  const rows = await visibleCases(db, reach)
    .where(scope === 'MINE' ? isOf(reach.organisationId, userId) : isOfTeam(userId))
    .leftJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'c.organisation_id').onRef('v.id', '=', 'c.current_consent_id'),
    )
    .leftJoin('consents as f', (join) =>
      join.onRef('f.organisation_id', '=', 'c.organisation_id').onRef('f.id', '=', 'c.in_force_consent_id'),
    )
    .where(
      sql<boolean>`(c.listed_on between ${today}::date and ${until}::date or c.ended ->> 'takenBackAt' is not null
        or not c.is_left_out and (v.status in (${sql.join(OUT)})
          or v.status in (${sql.join([...ENDED])}) and v.updated_at >= ${endedSince}
          or v.status = 'SIGNED' and (v.content -> 'safetyNotShown' is not null
            or exists (select from jsonb_array_elements(v.listed_content -> 'additionalChoices') a
              where coalesce(a ->> 'answer', 'DISCUSS') = 'DISCUSS'))
          or c.listed_on < ${today}::date and c.ended is null and f.confirmation is not null)
        or v.status in (${sql.join([...ANSWERED_STATUSES])}) and (exists (select from questions q
            where q.organisation_id = v.organisation_id and q.consent_id = v.id and q.answer is null)
          or exists (select from timeline n where n.organisation_id = c.organisation_id and n.case_id = c.id and n.type = 'NOTE_WRITTEN')))`,
    )
    .select('c.id')
    // The worst harm is looked at first, however long nobody has touched it.
    .orderBy(
      sql`case when c.listed_on between ${today}::date and ${until}::date or c.ended ->> 'takenBackAt' is not null then 0
        when v.status in (${sql.join([...ENDED])}) then 1 else 2 end`,
    )
    .orderBy('c.updated_at', 'desc')
    .limit(LOOKED_AT_MOST)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether case `c` is one that a person has to do with: their tablet has its lists. Found by the indexes of people, whatever else there is. */
function isOf(organisationId: string, userId: string) {
  return sql<boolean>`c.id = any(array(select o.id from cases o where o.organisation_id = ${organisationId} and o.clinician_id = ${userId}
    union select o.id from cases o where o.organisation_id = ${organisationId} and o.operator_id = ${userId}
    union select v.case_id from consents v where v.organisation_id = ${organisationId} and v.clinician_id = ${userId}))`;
}

/** Whether whoever is responsible for case `c`, or operates, works in the speciality of this person. */
function isOfTeam(userId: string) {
  const team = sql`select u.id from users me join users u on u.organisation_id = me.organisation_id and u.speciality_id = me.speciality_id
    where me.id = ${userId}`;
  return sql<boolean>`(c.clinician_id = any(array(${team})) or c.operator_id = any(array(${team})))`;
}
