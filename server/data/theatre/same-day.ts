import { sql } from 'kysely';
import type { SameDayConsent } from '#domain/theatre/same-day.ts';
import type { Db } from '#server/data/db.ts';
import { casesWithPatients } from '#server/data/summaries/summary-columns.ts';

const procedures = sql`(select coalesce(jsonb_agg(jsonb_build_object('procedureID', o.listed_content->'procedureIDs'->(e.nth::int - 1),
    'procedureName', e.one->'procedureName', 'side', e.one->'side', 'site', e.one->'site',
    'codes', coalesce((select jsonb_agg(k->'code') from procedures l, jsonb_array_elements(l.fields->'codes') k where l.organisation_id = o.organisation_id
      and l.id = case when o.listed_content->'procedureIDs'->>(e.nth::int - 1) ~ '^[0-9a-fA-F-]{36}$'
        then cast(o.listed_content->'procedureIDs'->>(e.nth::int - 1) as uuid) end and l.is_current), '[]')) order by e.nth), '[]')
  from jsonb_array_elements(o.listed_content->'procedures') with ordinality as e(one, nth))`;

/**
 * The consents in force for the patient `p` of case `c` on the day for which it is listed, its own among them, whoever may see them: the
 * records that are merged into the patient's are followed. Empty where the case is on no list.
 */
export const sameDayConsents = sql<
  SameDayConsent[]
>`(select coalesce(jsonb_agg(jsonb_build_object('recordID', d.id, 'consentID', o.id,
    'procedures', ${procedures}, 'bothMeant', o.both_meant) order by d.id), '[]')
  from cases d join consents o on o.organisation_id = d.organisation_id and o.id = d.in_force_consent_id and o.deleted_at is null
  where d.organisation_id = c.organisation_id and d.listed_on = c.listed_on and d.deleted_at is null
    and d.patient_id = any(array(select p.id union all select x.id from patients x where x.organisation_id = p.organisation_id and x.survivor_id = p.id)))`;

/** As {@link sameDayConsents}, of one case. */
export async function sameDayConsentsOf(
  db: Db,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<SameDayConsent[]> {
  const query = casesWithPatients(db, { organisationId, clinicianId: undefined }).where('c.id', '=', id);
  return (await query.select(sameDayConsents.as('consents')).executeTakeFirst())?.consents ?? [];
}

/**
 * Lets the tablets fetch the other cases of a patient for these days anew, as the light of each depends on all. A case that is being changed
 * at this moment is left out: that change has them fetch it.
 *
 * @param now - ISO
 */
export async function touchSameDay(
  db: Db,
  { organisationId, id, days, now }: { organisationId: string; id: string; days: readonly string[]; now: string },
): Promise<void> {
  await sql`update cases set updated_at = greatest(updated_at, ${now}::timestamptz) where organisation_id = ${organisationId} and id in (
    select d.id from cases c join patients m on m.organisation_id = c.organisation_id and m.id = c.patient_id
      join patients n on n.organisation_id = m.organisation_id and coalesce(n.survivor_id, n.id) = coalesce(m.survivor_id, m.id)
      join cases d on d.organisation_id = n.organisation_id and d.patient_id = n.id
    where c.organisation_id = ${organisationId} and c.id = ${id} and d.id <> c.id and d.listed_on = any(${[...days]}::date[]) and d.deleted_at is null
    for update of d skip locked)`.execute(db);
}

/**
 * As {@link touchSameDay}, of every listed case of these patients and of the records that are merged into them: whether two are of one
 * patient has changed.
 *
 * @param now - ISO
 */
export async function touchListed(
  db: Db,
  { organisationId, patientIds, now }: { organisationId: string; patientIds: readonly string[]; now: string },
): Promise<void> {
  await sql`update cases set updated_at = greatest(updated_at, ${now}::timestamptz) where organisation_id = ${organisationId} and id in (
    select d.id from cases d join patients n on n.organisation_id = d.organisation_id and n.id = d.patient_id
    where d.organisation_id = ${organisationId} and coalesce(n.survivor_id, n.id) = any(${[...patientIds]}::uuid[])
      and d.listed_on is not null and d.deleted_at is null
    for update of d skip locked)`.execute(db);
}
