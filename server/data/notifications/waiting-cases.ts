import { sql } from 'kysely';
import { HEARD_STATUSES } from '#domain/cases/needs.ts';
import { mayMove } from '#domain/cases/case-machine.ts';
import { CASE_STATUSES } from '#domain/base/states.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import { visibleConsents } from '#server/data/consents/consents.ts';
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

/** `isCut`: there may be more. `hasTeam`: whether the person works in a speciality; without one no case of a team is looked for. */
type Found = { readonly ids: readonly string[]; readonly isCut: boolean; readonly hasTeam: boolean };

/**
 * The cases of a person, or of those who work in their speciality, of which a need may wait: more than have one, as the rule itself is not
 * asked here.
 */
export async function waitingCases(db: Db, reach: CaseVisibility, query: Waiting): Promise<Found> {
  const { userId, scope, today, until, endedSince } = query;
  const endedLately = hasEndedVersion(reach.organisationId, endedSince);
  const hasTeam = scope === 'TEAM' && (await worksInSpeciality(db, reach.organisationId, userId));
  if (scope === 'TEAM' && !hasTeam) return { ids: [], isCut: false, hasTeam };
  const rows = await visibleCases(db, reach)
    .where(scope === 'MINE' ? isOf(reach.organisationId, userId) : isOfTeam(userId))
    .leftJoin('consents as n', (join) =>
      join.onRef('n.organisation_id', '=', 'c.organisation_id').onRef('n.id', '=', 'c.current_consent_id'),
    )
    .leftJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'c.organisation_id').onRef('v.id', '=', 'c.in_force_consent_id'),
    )
    .where(
      sql<boolean>`(c.listed_on between ${today}::date and ${until}::date or c.ended ->> 'takenBackAt' is not null
        or ${isOfWords} or not c.is_left_out and (n.status in (${sql.join(OUT)}) or ${endedLately} or ${hasOpenChoice}
          or c.listed_on < ${today}::date and c.ended is null and v.confirmation is not null))`,
    )
    .select('c.id')
    // The worst harm is looked at first, however long nobody has touched it.
    .orderBy(
      sql`case when c.listed_on between ${today}::date and ${until}::date or c.ended ->> 'takenBackAt' is not null then 0
        when ${endedLately} then 1 else 2 end`,
    )
    .orderBy('c.updated_at', 'desc')
    .limit(LOOKED_AT_MOST + 1)
    .execute();
  return { ids: rows.slice(0, LOOKED_AT_MOST).map(({ id }) => id), isCut: rows.length > LOOKED_AT_MOST, hasTeam };
}

/** Whether a version `v` of case `c` is one of which words of a signer wait. */
const hasWords = sql<boolean>`(v.status in (${sql.join([...HEARD_STATUSES])}) and (exists (select from questions q
    where q.organisation_id = v.organisation_id and q.consent_id = v.id and q.answer is null)
  or exists (select from timeline n where n.organisation_id = v.organisation_id and n.case_id = v.case_id and n.type = 'NOTE_WRITTEN'
    and n.version_id = v.id and not exists (select from timeline s where s.organisation_id = n.organisation_id and s.case_id = n.case_id
      and s.version_id = n.version_id and s.type = 'NOTE_SETTLED' and s.seq > n.seq))))`;

const hasOpenChoice = sql<boolean>`(v.status = 'SIGNED' and (v.content -> 'safetyNotShown' is not null
  or exists (select from jsonb_array_elements(v.listed_content -> 'additionalChoices') a
    where coalesce(a ->> 'answer', 'DISCUSS') = 'DISCUSS')))`;

function hasEnded(endedSince: string) {
  return sql<boolean>`(v.status in (${sql.join([...ENDED])}) and v.updated_at >= ${endedSince})`;
}

/** Whether a version of case `c` has ended lately. */
function hasEndedVersion(organisationId: string, endedSince: string) {
  return sql<boolean>`c.id = any(array(select v.case_id from consents v
    where v.organisation_id = ${organisationId} and v.deleted_at is null and ${hasEnded(endedSince)}))`;
}

/** Whether words of a signer wait on a version of case `c`. */
const isOfWords = sql<boolean>`exists (select from consents v where v.organisation_id = c.organisation_id and v.case_id = c.id
  and v.deleted_at is null and ${hasWords})`;

type OfCases = {
  readonly ids: readonly string[];
  /** ISO: forms that ended before are left */
  readonly endedSince: string;
};

/** The versions of these cases that a need may be of: the newest, the one in force, and each that has ended lately or of which words wait. */
export async function versionsThatWait(db: Db, reach: CaseVisibility, { ids, endedSince }: OfCases): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await visibleConsents(db, reach)
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .where('v.case_id', 'in', ids)
    .where('c.id', 'in', ids)
    .where(
      sql<boolean>`(v.id = c.current_consent_id or v.id = c.in_force_consent_id or ${hasEnded(endedSince)} or ${hasOpenChoice} or ${hasWords})`,
    )
    .select('v.id')
    .execute();
  return rows.map(({ id }) => id);
}

async function worksInSpeciality(db: Db, organisationId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('speciality_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.speciality_id != null;
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
