import { sql, type RawBuilder } from 'kysely';
import type { AccessSubject } from './access-log.ts';
import type { Db } from '#server/data/db.ts';
import { OPS_OF_CASES } from '#server/data/sync/entity-ops.ts';

/**
 * How somebody stands to a patient. `reason`: the newest one that they gave since the time that was asked for; `isOnCaseWithoutReason`:
 * whether they are on a case, a deleted one too, that a queued call opened from outside the team without a reason.
 */
export type TeamPlace = {
  patientId: string;
  hasTeam: boolean;
  isInTeam: boolean;
  isOnCaseWithoutReason: boolean;
  reason: string | null;
};

type OfCase = Exclude<AccessSubject, { patient: string }>;
type Person = { organisationId: string; userId: string };

/**
 * The place of a person in the team of a patient: the clinicians of the speciality of the patient's cases, who are those of the
 * speciality of whoever is responsible, operates, or was addressed by a referral; and these people themselves. A patient without a case has
 * no team. Records that are merged count as one. A case that a queued call opened from outside of the team, without a reason, adds
 * nobody to it until its author gives one, or the person who is named on it does.
 *
 * @param at - `since`: reasons from then on, ISO
 * @returns undefined for a record that is not of this organisation
 */
export async function teamPlace(
  db: Db,
  person: Person,
  { subject, since }: { subject: AccessSubject; since: string },
): Promise<TeamPlace | undefined> {
  const [place] = await membershipsOf(db, person, { named: patientOf(person.organisationId, subject), since });
  return place;
}

/** As {@link teamPlace}, for each of these patients, in no order and in one statement. */
export async function teamPlaces(
  db: Db,
  person: Person,
  { patients, since }: { patients: readonly string[]; since: string },
): Promise<TeamPlace[]> {
  return membershipsOf(db, person, { named: sql`select unnest(${[...patients]}::uuid[]) as id`, since });
}

/** @param of - `named`: a statement for the ids of the patients */
async function membershipsOf(
  db: Db,
  { organisationId, userId }: Person,
  { named, since }: { named: RawBuilder<unknown>; since: string },
): Promise<TeamPlace[]> {
  const { rows } = await sql<TeamPlace>`
    with named as (${named}),
      records as (${withMerged(organisationId)}),
      team as (
        select r.named, c.clinician_id, c.operator_id, c.referred_by, c.referred_to, c.referred_speciality_id, c.without_reason_by
        from cases c, records r where c.organisation_id = ${organisationId} and c.deleted_at is null and r.id = c.patient_id
          and c.patient_id = any(array(select id from records))),
      me as (select u.id, u.speciality_id from users u where u.organisation_id = ${organisationId} and u.id = ${userId})
    select n.id as "patientId",
      exists (select from team t where t.named = n.id and t.without_reason_by is null) as "hasTeam",
      exists (select from team t, me where t.named = n.id and (t.without_reason_by is null
          or exists (select from access_log l where l.organisation_id = ${organisationId} and l.act = 'REASON' and l.user_id = ${userId}
            and l.patient_id = any(array(select r.id from records r where r.named = n.id))))
        and (me.id in (t.clinician_id, t.operator_id, t.referred_by, t.referred_to)
          or t.without_reason_by is null and (me.speciality_id = t.referred_speciality_id
            or me.speciality_id in (select u.speciality_id from users u where u.organisation_id = ${organisationId}
              and u.id in (t.clinician_id, t.operator_id, t.referred_to))))) as "isInTeam",
      exists (select from cases c, records r where r.named = n.id and c.organisation_id = ${organisationId} and c.patient_id = r.id
        and c.without_reason_by is not null
        and (${userId} in (c.without_reason_by, c.clinician_id, c.operator_id) or ${userId} = any(c.former_operators))) as "isOnCaseWithoutReason",
      (select l.why from access_log l where l.organisation_id = ${organisationId} and l.act = 'REASON' and l.user_id = ${userId}
        and l.at > ${since} and l.patient_id = any(array(select r.id from records r where r.named = n.id))
        order by l.at desc limit 1) as reason
    from named n where exists (select from patients p where p.organisation_id = ${organisationId} and p.id = n.id)`.execute(db);
  return rows;
}

/**
 * Whether a person has had access to the record since a time: they gave a reason for the patient, have opened this very patient or case, or have
 * worked on it. Records that are merged count as one. Being of the team now is another question.
 *
 * @param at - `since`: ISO
 */
export async function hasRecentAccess(
  db: Db,
  { organisationId, userId }: Person,
  { subject, since }: { subject: AccessSubject; since: string },
): Promise<boolean> {
  const of = { organisationId, userId, since };
  const { rows } = await sql<{ hasAccess: boolean }>`
    with named as (${patientOf(organisationId, subject)}), records as (${withMerged(organisationId)}),
      opened as (select l.act, l.case_id from access_log l where l.organisation_id = ${organisationId} and l.user_id = ${userId}
        and l.at > ${since} and l.act in ('REASON', 'OPENED') and l.patient_id = any(array(select id from records)))
    select exists (select from opened where act = 'REASON')
      or ${'patient' in subject ? hasWorkedOnPatient(of) : hasWorkedOnCase(of, subject)} as "hasAccess"`.execute(db);
  return rows[0]?.hasAccess === true;
}

type Since = Person & { since: string };

function hasWorkedOnPatient({ organisationId, userId, since }: Since): RawBuilder<unknown> {
  return sql`exists (select from opened)
    or exists (select from entity_ops o where o.organisation_id = ${organisationId} and o.entity = 'patient' and o.user_id = ${userId}
      and o.received_at > ${since} and o.entity_id = any(array(select id from records)))`;
}

function hasWorkedOnCase({ organisationId, userId, since }: Since, subject: OfCase): RawBuilder<unknown> {
  const workedOn = (
    entity: RawBuilder<unknown>,
  ) => sql`exists (select from entity_ops o where o.organisation_id = ${organisationId}
    and o.entity in ${OPS_OF_CASES} and o.entity_id = ${entity} and o.user_id = ${userId} and o.received_at > ${since})`;
  return sql`exists (select from cases c where c.organisation_id = ${organisationId} and c.id = (${caseOf(organisationId, subject)})
    and (${userId} in (c.clinician_id, c.operator_id, c.without_reason_by) or ${userId} = any(c.former_operators)
      or c.id in (select case_id from opened) or ${workedOn(sql`c.id`)}
      or exists (select from consents v where v.organisation_id = c.organisation_id and v.case_id = c.id
        and (v.clinician_id = ${userId} or ${workedOn(sql`v.id`)}))))`;
}

/** Makes the cases that this person's queued calls opened for a patient, merged records included, count for the team: the reason is there now. */
export async function clearWithoutReason(db: Db, { organisationId, userId }: Person, patient: string): Promise<void> {
  await sql`with named as (${patientOf(organisationId, { patient })}), records as (${withMerged(organisationId)})
    update cases set without_reason_by = null where organisation_id = ${organisationId} and without_reason_by = ${userId}
      and patient_id in (select id from records)`.execute(db);
}

/** Each of the records in `named`, with the record in use into which it was merged, and those that were merged into it. */
function withMerged(organisationId: string): RawBuilder<unknown> {
  return sql`select n.id as named, p.id from patients p, named n where p.organisation_id = ${organisationId} and p.id = n.id
    union select n.id, p.survivor_id from patients p, named n
      where p.organisation_id = ${organisationId} and p.id = n.id and p.survivor_id is not null
    union select n.id, p.id from patients p, named n where p.organisation_id = ${organisationId} and p.survivor_id = n.id`;
}

function patientOf(organisationId: string, subject: AccessSubject): RawBuilder<unknown> {
  if ('patient' in subject) return sql`select cast(${subject.patient} as uuid) as id`;
  return sql`select c.patient_id as id from cases c where c.organisation_id = ${organisationId} and c.id = (${caseOf(organisationId, subject)})`;
}

function caseOf(organisationId: string, subject: OfCase): RawBuilder<unknown> {
  if ('case' in subject) return sql`select cast(${subject.case} as uuid)`;
  if ('consent' in subject)
    return sql`select v.case_id from consents v where v.organisation_id = ${organisationId} and v.id = ${subject.consent}`;
  return sql`select f.case_id from referral_attachments f where f.organisation_id = ${organisationId} and f.id = ${subject.attachment}`;
}

/** How many reasons were given to open records in an organisation, since each of two times, ISO. */
export async function countReasons(
  db: Db,
  organisationId: string,
  { day, week }: { day: string; week: string },
): Promise<{ lastDay: number; lastWeek: number }> {
  const { rows } = await sql<{ lastDay: number; lastWeek: number }>`
    select (count(*) filter (where l.at > ${day}))::integer as "lastDay", count(*)::integer as "lastWeek"
    from access_log l where l.organisation_id = ${organisationId} and l.act = 'REASON' and l.at > ${week}`.execute(db);
  return rows[0] ?? { lastDay: 0, lastWeek: 0 };
}
