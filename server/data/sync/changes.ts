import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { OPS_OF_CASES } from '#server/data/sync/entity-ops.ts';

/** A changed entity of a user; `is_deleted`: it belongs on no device of theirs any more. `at` is the latest change of it or of the data that is sent with it. */
export type ChangeRow = {
  entity: 'patient' | 'consent' | 'listed';
  id: string;
  version: number;
  at: string;
  is_deleted: boolean;
};

type ChangesQuery = {
  organisationId: string;
  userId: string;
  /** the kinds of entities that the user may read */
  entities: readonly ChangeRow['entity'][];
  /** ISO; null for everything that belongs on a device: open entities, and those changed since `recent` */
  since: string | null;
  recent: string;
  /** plain date: cases listed for surgery from then on are open */
  today: string;
  /** the position in the same order after which to continue */
  after: Pick<ChangeRow, 'at' | 'entity' | 'id'> | null;
  limit: number;
};

/**
 * The patients of a user (created, changed or referred by them, or with a case of theirs, and the record in use of one that is merged),
 * the versions that are theirs to finish, and the
 * listings of the cases of these versions, in the order of their changes. Deletions are sent only to devices that may have the
 * entity, so never without `since`. A case is also theirs who operate, or were to. A version that a colleague took over is still sent to
 * everybody who worked on it, as their devices have an older copy. A patient whose contact details were hidden is taken from all
 * devices but those of their own users: what somebody only looked at may be there. The light of a case changes with its versions
 * and with its patient. What was deleted for good is told to everybody, by its id: anybody may have looked at it.
 *
 * Only what may have changed is looked at: rows from `since`, or from the page before, on, or the user's own; each by an index.
 */
export async function changedFor(db: Db, query: ChangesQuery): Promise<ChangeRow[]> {
  const { organisationId, userId, entities, since, recent, today, after, limit } = query;
  const chosen = since === null ? sql`(at >= ${recent} or is_open) and not is_deleted` : sql`at >= ${since}`;
  const further =
    after === null ? sql`true` : sql`(at, entity, id) > (${after.at}::timestamptz, ${after.entity}, ${after.id}::uuid)`;
  const { cases, patients } = since === null ? ownOf(query) : touchedSince(query, latest(since, after?.at));
  const { rows } = await sql<ChangeRow>`
    with candidate_cases as materialized (${cases}), candidate_patients as materialized (${patients}),
    own_versions as materialized (
      select v.id, v.case_id, c.patient_id, v.version, v.deleted_at is not null as is_deleted,
        v.deleted_at is null and (v.status in ('DRAFT', 'UNDER_REVIEW', 'READY', 'SENT', 'PARTIALLY_SIGNED')
          or coalesce(c.listed_on >= ${today}::date, false)) as is_open,
        greatest(v.updated_at, v.deleted_at, (select max(t.at) from timeline t where t.organisation_id = v.organisation_id and t.case_id = v.case_id)) as at
      from candidate_cases k join cases c on c.organisation_id = ${organisationId} and c.id = k.id
        join consents v on v.organisation_id = c.organisation_id and v.case_id = c.id
      where v.clinician_id = ${userId} or c.clinician_id = ${userId} or c.operator_id = ${userId} or ${userId} = any(c.former_operators)
    ), left_versions as (
      select v.id, v.version, v.deleted_at is not null as is_deleted, greatest(v.updated_at, v.deleted_at) as at
      from candidate_cases k join cases c on c.organisation_id = ${organisationId} and c.id = k.id
        join consents v on v.organisation_id = c.organisation_id and v.case_id = c.id
      where v.clinician_id <> ${userId} and c.clinician_id <> ${userId}
        and c.operator_id is distinct from ${userId} and not ${userId} = any(c.former_operators)
        and greatest(v.updated_at, v.deleted_at) >= ${since}::timestamptz and exists (
        select from entity_ops o where o.organisation_id = ${organisationId} and o.entity_id in (v.id, v.case_id)
          and o.entity in ${OPS_OF_CASES} and o.user_id = ${userId})
    ), of_patients as (
      select v.patient_id as id, v.is_open, v.at from own_versions v
      union all select m.survivor_id, v.is_open, greatest(v.at, m.updated_at) from own_versions v
        join patients m on m.organisation_id = ${organisationId} and m.id = v.patient_id where m.survivor_id is not null
      union all select k.id, false, null from candidate_patients k
      union all select m.survivor_id, false, m.updated_at from candidate_patients k
        join patients m on m.organisation_id = ${organisationId} and m.id = k.id where m.survivor_id is not null
    ), own_patients as (
      select p.id, max(p.version) as version, false as is_deleted, bool_or(k.is_open) as is_open,
        greatest(max(p.updated_at), max(k.at), (select max(r.updated_at) from cases r where r.organisation_id = ${organisationId}
          and r.referred_by = ${userId} and r.patient_id = any(array(select p.id union all select p.survivor_id
            union all select m.id from patients m where m.organisation_id = ${organisationId} and m.survivor_id = p.id)))) as at
      from of_patients k join patients p on p.organisation_id = ${organisationId} and p.id = k.id
      group by p.organisation_id, p.id
    ), hidden_patients as (
      select p.id, p.version, p.updated_at as at from patients p
      where p.organisation_id = ${organisationId} and p.restricted and p.updated_at >= ${since}::timestamptz
        and not exists (select from own_patients o where o.id = p.id)
    ), own_listings as (
      select c.id, c.version, c.deleted_at is not null as is_deleted, bool_or(v.is_open) as is_open,
        greatest(c.updated_at, max(p.updated_at), max(v.at), (select max(k.at) from claims k where k.organisation_id = c.organisation_id and k.case_id = c.id)) as at
      from own_versions v join cases c on c.organisation_id = ${organisationId} and c.id = v.case_id
        join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
      group by c.organisation_id, c.id
    ), changes as (
      select 'patient' as entity, id, version, is_deleted, is_open, at from own_patients
      union all select 'patient', id, version, true, false, at from hidden_patients
      union all select 'consent', id, version, is_deleted, is_open, at from own_versions
      union all select 'consent', id, version, is_deleted, false, at from left_versions
      union all select 'listed', id, version, is_deleted, is_open, at from own_listings
      union all select d.entity, d.id, d.version, true, false, d.at from deleted_entities d
        where d.organisation_id = ${organisationId} and d.at >= ${since}::timestamptz
    )
    select entity, id, version, at, is_deleted from (select entity, id, version, is_deleted, is_open, date_trunc('milliseconds', at) as at from changes) as told
    where entity = any(${[...entities]}::text[]) and ${chosen} and ${further}
    order by at, entity, id limit ${limit}`.execute(db);
  return rows;
}

/** Statements for the ids of cases and of patients among which the changes are. */
type Candidates = { cases: RawBuilder<unknown>; patients: RawBuilder<unknown> };

/** Everything of a user: what an empty tablet is filled from. */
function ownOf({ organisationId, userId }: ChangesQuery): Candidates {
  return {
    cases: sql`select c.id from cases c where c.organisation_id = ${organisationId} and c.clinician_id = ${userId}
      union select c.id from cases c where c.organisation_id = ${organisationId} and c.operator_id = ${userId}
      union select v.case_id from consents v where v.organisation_id = ${organisationId} and v.clinician_id = ${userId}`,
    patients: sql`select p.id from patients p where p.organisation_id = ${organisationId} and p.created_by = ${userId}
      union select o.entity_id from entity_ops o where o.organisation_id = ${organisationId} and o.entity = 'patient' and o.user_id = ${userId}
      union select r.patient_id from cases r where r.organisation_id = ${organisationId} and r.referred_by = ${userId}`,
  };
}

/** The cases of anybody that changed from a moment on, with their versions, their timelines or their patients; and the user's patients. */
function touchedSince({ organisationId, userId }: ChangesQuery, from: string): Candidates {
  return {
    cases: sql`select c.id from cases c where c.organisation_id = ${organisationId} and c.updated_at >= ${from}
      union select v.case_id from consents v where v.organisation_id = ${organisationId} and v.updated_at >= ${from}
      union select v.case_id from consents v where v.organisation_id = ${organisationId} and v.deleted_at >= ${from}
      union select t.case_id from timeline t where t.organisation_id = ${organisationId} and t.at >= ${from}
      union select k.case_id from claims k where k.organisation_id = ${organisationId} and k.at >= ${from}
      union select c.id from patients p join cases c on c.organisation_id = p.organisation_id and c.patient_id = p.id
        where p.organisation_id = ${organisationId} and p.updated_at >= ${from}
      union select c.id from patients p join patients m on m.organisation_id = p.organisation_id and m.survivor_id = p.id
        join cases c on c.organisation_id = m.organisation_id and c.patient_id = m.id
        where p.organisation_id = ${organisationId} and p.updated_at >= ${from}`,
    patients: sql`select p.id from patients p where p.organisation_id = ${organisationId} and p.updated_at >= ${from}
      and (p.created_by = ${userId} or exists (select from entity_ops o where o.organisation_id = p.organisation_id
        and o.entity = 'patient' and o.entity_id = p.id and o.user_id = ${userId}))
      union select r.patient_id from cases r where r.organisation_id = ${organisationId} and r.referred_by = ${userId} and r.updated_at >= ${from}
      union select m.id from cases r join patients m on m.organisation_id = r.organisation_id and m.survivor_id = r.patient_id
        where r.organisation_id = ${organisationId} and r.referred_by = ${userId} and r.updated_at >= ${from}`,
  };
}

// Later pages begin at the time of the last row: nothing before it is looked at again.
function latest(since: string, after: string | undefined): string {
  return after !== undefined && Date.parse(after) > Date.parse(since) ? after : since;
}
