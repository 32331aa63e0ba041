import { CHILD_BELOW, KEPT_YEARS, RETENTION_PAGE, type DueReason, type RetentionRules } from '#domain/organisation/retention.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';

/** The parameters of a search; `today` is the plain date in the organisation's time zone. */
type DueSearch = { organisationId: string; rules: RetentionRules; today: string; timeZone: string };

type DueRecord = { id: string; why: DueReason; last_activity_at: string; due_on: string };

/**
 * The records of these patients that are due, with why. A record is the patient's in use with all that are merged into it. The last
 * activity is the latest change of any of it, its cases, their versions, events and days of surgery. Records on hold are never due.
 */
function dueAmong(ids: RawBuilder<unknown>, { organisationId, rules, today, timeZone }: DueSearch) {
  const { adultYears, deathYears, childAge } = rules;
  const family = sql`array(select p.id union all select m.id from patients m where m.organisation_id = ${organisationId} and m.survivor_id = p.id)`;
  return sql`select d.id, d.why, d.last_activity_at, d.due_on from (
    select l.id, l.last_activity_at, case when l.status = 'DEATH' then 'DEATH' when l.is_child then 'CHILD' else 'ADULT' end as why,
      case when l.status = 'DEATH' then l.last_on + make_interval(years => ${deathYears}::integer)
        when l.is_child then greatest(l.born + make_interval(years => ${childAge}::integer
            + case when l.born + make_interval(years => ${CHILD_BELOW - 1}::integer) <= l.last_on then 1 else 0 end),
          l.last_on + make_interval(years => ${adultYears}::integer))
        else l.last_on + make_interval(years => ${adultYears}::integer) end::date as due_on
    from (
      select p.id, case when p.status = 'DECEASED' then 'DEATH' else '' end as status, p.date_of_birth as born, a.at as last_activity_at, a.last_on,
        p.date_of_birth + make_interval(years => ${CHILD_BELOW}::integer) > a.last_on as is_child
      from patients p
        cross join lateral (select ${family} as ids) f
        cross join lateral (
          select max(x.at) as at, greatest(max((x.at at time zone ${timeZone})::date), max(x.on)) as last_on from (
            select m.updated_at as at, null::date as on from patients m where m.organisation_id = ${organisationId} and m.id = any(f.ids)
            union all select greatest(c.updated_at, c.deleted_at), c.listed_on from cases c
              where c.organisation_id = ${organisationId} and c.patient_id = any(f.ids)
            union all select greatest(v.updated_at, v.deleted_at), null from cases c
              join consents v on v.organisation_id = c.organisation_id and v.case_id = c.id
              where c.organisation_id = ${organisationId} and c.patient_id = any(f.ids)
            union all select e.at, null from cases c cross join lateral (select max(t.at) as at from timeline t
              where t.organisation_id = c.organisation_id and t.case_id = c.id) e
              where c.organisation_id = ${organisationId} and c.patient_id = any(f.ids)) x) a
      where p.organisation_id = ${organisationId} and p.id in (${ids}) and p.status <> 'MERGED'
        and not exists (select from legal_holds h where h.organisation_id = ${organisationId} and h.patient_id = any(f.ids) and h.lifted_at is null)) l) d
    where d.due_on <= ${today}::date`;
}

/** As {@link dueAmong}, of one patient's record. */
export async function dueRecord(db: Db, search: DueSearch, id: string): Promise<DueRecord | undefined> {
  const { rows } = await sql<DueRecord>`${dueAmong(sql`cast(${id} as uuid)`, search)}`.execute(db);
  return rows[0];
}

/**
 * Checks the next patients in the order of their ids, {@link RETENTION_PAGE} at most, and proposes the due ones, in one statement
 * that finds each by its key. A record that somebody decided to keep is proposed again a year later; an open proposal stays as it
 * is, unless the record is no longer due.
 *
 * @param after - the last patient of the page before; null for the first page
 * @returns how many were proposed, and the last patient of a full page; null at the end
 */
export async function proposeNext(
  db: Db,
  search: DueSearch,
  { after, now }: { after: string | null; now: string },
): Promise<{ proposed: number; last: string | null }> {
  const { organisationId } = search;
  const further = after === null ? sql`true` : sql`id > cast(${after} as uuid)`;
  const { rows } = await sql<{ proposed: number; looked: number; last: string | null }>`
    with looked as materialized (select id from patients where organisation_id = ${organisationId} and ${further} order by id limit ${RETENTION_PAGE}),
    due as (${dueAmong(sql`select id from looked`, search)}),
    ended as (
      delete from retention_proposals r using looked l where r.organisation_id = ${organisationId} and r.patient_id = l.id
        and r.state <> 'KEPT' and not exists (select from due d where d.id = l.id)),
    proposed as (
      insert into retention_proposals as r (organisation_id, patient_id, why, last_activity_at, due_on, proposed_at, state, version)
      select ${organisationId}, id, why, last_activity_at, due_on, ${now}::timestamptz, 'PROPOSED', 1 from due
      on conflict (organisation_id, patient_id) do update set why = excluded.why, last_activity_at = excluded.last_activity_at,
        due_on = excluded.due_on, proposed_at = excluded.proposed_at, state = 'PROPOSED', version = r.version + 1,
        kept_by = null, kept_name = null, kept_at = null, kept_reason = null
        where r.state = 'KEPT' and r.kept_at + make_interval(years => ${KEPT_YEARS}::integer) <= excluded.proposed_at
      returning 1)
    select (select count(*) from proposed)::integer as proposed, count(*)::integer as looked,
      (array_agg(id order by id desc))[1] as last from looked`.execute(db);
  const { proposed = 0, looked = 0, last = null } = rows[0] ?? {};
  return { proposed, last: looked < RETENTION_PAGE ? null : last };
}
