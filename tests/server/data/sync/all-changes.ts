import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { ChangeRow } from '#server/data/sync/changes.ts';

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
 * As `changedFor`, by its definition: every row of the hospital is looked at. What the server reads by indexes is compared with it.
 *
 * The patients of a user (created or changed by them, or with a case of theirs), the versions that are theirs to finish, and the
 * listings of the cases of these versions, in the order of their changes. Deletions are sent only to devices that may have the
 * entity, so never without `since`. A version that a colleague took over is still sent to everybody who worked on it, as their
 * devices have an older copy. A patient whose contact details were hidden is taken from all devices but those of their own users. The light of a case changes with its versions and with its patient.
 */
export async function changedByDefinition(
  db: Db,
  { organisationId, userId, entities, since, recent, today, after, limit }: ChangesQuery,
): Promise<ChangeRow[]> {
  const chosen = since === null ? sql`(at >= ${recent} or is_open) and not is_deleted` : sql`at >= ${since}`;
  const further =
    after === null ? sql`true` : sql`(at, entity, id) > (${after.at}::timestamptz, ${after.entity}, ${after.id}::uuid)`;
  const { rows } = await sql<ChangeRow>`
    with own_versions as (
      select v.id, v.case_id, c.patient_id, v.version, v.deleted_at is not null as is_deleted,
        v.deleted_at is null and (v.status in ('DRAFT', 'UNDER_REVIEW', 'READY', 'SENT', 'PARTIALLY_SIGNED')
          or coalesce(c.listed_on >= ${today}::date, false)) as is_open,
        greatest(v.updated_at, v.deleted_at, (select max(t.at) from timeline t where t.organisation_id = v.organisation_id and t.case_id = v.case_id)) as at
      from consents v join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id
      where v.organisation_id = ${organisationId} and (v.clinician_id = ${userId} or c.clinician_id = ${userId})
    ), left_versions as (
      select v.id, v.version, v.deleted_at is not null as is_deleted, greatest(v.updated_at, v.deleted_at) as at
      from consents v join cases c on c.organisation_id = v.organisation_id and c.id = v.case_id
      where v.organisation_id = ${organisationId} and v.clinician_id <> ${userId} and c.clinician_id <> ${userId}
        and greatest(v.updated_at, v.deleted_at) >= ${since}::timestamptz and exists (
        select from entity_ops o where o.organisation_id = ${organisationId} and o.entity_id in (v.id, v.case_id)
          and o.entity in ('consent', 'record') and o.user_id = ${userId})
    ), own_patients as (
      select p.id, max(p.version) as version, false as is_deleted, coalesce(bool_or(v.is_open), false) as is_open,
        greatest(max(p.updated_at), max(v.at)) as at
      from patients p left join own_versions v on v.patient_id = p.id
      where p.organisation_id = ${organisationId} and (v.id is not null or p.created_by = ${userId} or p.id in (
        select o.entity_id from entity_ops o where o.organisation_id = ${organisationId} and o.entity = 'patient' and o.user_id = ${userId}))
      group by p.id
    ), hidden_patients as (
      select id, version, updated_at as at from patients
      where organisation_id = ${organisationId} and restricted and updated_at >= ${since}::timestamptz
        and id not in (select id from own_patients)
    ), own_listings as (
      select c.id, c.version, c.deleted_at is not null as is_deleted, bool_or(v.is_open) as is_open,
        greatest(c.updated_at, max(p.updated_at), max(v.at), (select max(k.at) from claims k where k.case_id = c.id)) as at
      from own_versions v join cases c on c.organisation_id = ${organisationId} and c.id = v.case_id
        join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
      group by c.organisation_id, c.id
    ), changes as (
      select 'patient' as entity, id, version, is_deleted, is_open, at from own_patients
      union all select 'patient', id, version, true, false, at from hidden_patients
      union all select 'consent', id, version, is_deleted, is_open, at from own_versions
      union all select 'consent', id, version, is_deleted, false, at from left_versions
      union all select 'listed', id, version, is_deleted, is_open, at from own_listings
    )
    select entity, id, version, at, is_deleted from (select entity, id, version, is_deleted, is_open, date_trunc('milliseconds', at) as at from changes) as told
    where entity = any(${[...entities]}::text[]) and ${chosen} and ${further}
    order by at, entity, id limit ${limit}`.execute(db);
  return rows;
}
