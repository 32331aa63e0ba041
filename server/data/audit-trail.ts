import type { AuditLine } from '#contract/security.ts';
import { sql, type RawBuilder } from 'kysely';
import { isCaseInReach, type CaseVisibility } from '#server/data/consents/cases.ts';
import { recordsOfNumber } from '#server/data/consents/merged-patients.ts';
import { isPatientInReach, shownNumber, type PatientVisibility } from '#server/data/consents/patients.ts';
import type { Db } from '#server/data/db.ts';
import { likeText } from '#server/data/paging.ts';

/** The key of a line: the trail is read backwards from it. `at` is ISO 8601. */
type Place = { at: string; id: string };

/** Lines of one day by the clock of `timeZone`, all days without one; `patient` as people name them, `P-000123`. */
export type AuditFilter = {
  day: string | undefined;
  timeZone: string;
  /** part of a member of staff's name; '' finds everybody, signers too */
  person: string;
  patient?: string | undefined;
  before: Place | undefined;
  limit: number;
};

/** The subject of an export in the security log, before the number of the record. */
const EXPORTED = 'patient P-';

/** What a reader may see of cases and of patients; the security log is the organisation's. */
type AuditReach = { cases: CaseVisibility; patients: PatientVisibility };

type Row = Omit<AuditLine, 'patient'> & { number: number | null };

/**
 * The events of cases, the changes of patients' details and the security log in one order, newest first, in one statement that reads each
 * table by its times and no further than the page. Of a change it names the fields, never a value. An import of patients is one line of
 * the security log on its day, and a line of each patient who is asked for.
 *
 * With `patient`: what was done with that record and with those that were merged into it. Of the security log that is the exports.
 *
 * @returns the lines, and the key to read on from; null at the end
 */
export async function auditTrail(
  db: Db,
  reach: AuditReach,
  filter: AuditFilter,
): Promise<{ lines: AuditLine[]; next: Place | null }> {
  const { person, patient, limit } = filter;
  const { organisationId } = reach.cases;
  const most = limit + 1;
  const number = patient === undefined ? undefined : Number(patient.replace(/\D/g, ''));
  const records = (column: 'id' | 'number') => recordsOfNumber({ organisationId, number: number ?? 0 }, column);
  const ofCases = [
    sql`t.organisation_id = ${organisationId}`,
    isCaseInReach(reach.cases),
    ...within(filter, 't'),
    // A signer is found by nobody's name: who is treated is not for this page to say.
    ...(person === '' ? [] : [sql`t.actor->>'kind' = 'STAFF' and t.actor->>'name' ilike ${likeText(person)}`]),
    ...(number === undefined ? [] : [sql`c.patient_id = any(array(${records('id')}))`]),
  ];
  const ofChanges = [
    sql`h.organisation_id = ${organisationId}`,
    isPatientInReach(reach.patients),
    ...within(filter, 'h'),
    ...(person === '' ? [] : [sql`h.actor ilike ${likeText(person)}`]),
    number === undefined ? sql`h.kind <> 'IMPORTED'` : sql`h.patient_id = any(array(${records('id')}))`,
  ];
  const ofSecurity = [
    sql`s.organisation_id = ${organisationId}`,
    ...within(filter, 's'),
    ...(person === '' ? [] : [sql`concat_ws(' ', s.actor, s.subject) ilike ${likeText(person)}`]),
    ...(number === undefined
      ? []
      : [
          sql`s.type = 'RECORD_EXPORTED' and s.subject = any(array(select ${EXPORTED} || lpad(r.number::text, greatest(6, length(r.number::text)), '0')
        from (${records('number')}) as r))`,
        ]),
  ];
  const cases = sql`(
    select t.id, t.at, 'CASE' as source, t.type, t.actor, p.number, null as subject, null as address, '' as detail,
      t.type = 'VOIDED' and t.detail->>'by' is not null as "isEndedByNewer"
    from timeline t
      join cases c on c.organisation_id = t.organisation_id and c.id = t.case_id
      join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
    where ${sql.join(ofCases, sql` and `)} order by t.at desc, t.id desc limit ${most})`;
  // A line has a place and no id: its key of the trail is a UUID of its own kind (RFC 9562, version 8) over the place.
  const digest = sql`md5(concat_ws(' ', l.organisation_id, l.patient_id, l.seq))`;
  const lineId = sql`overlay(overlay(${digest} placing '8' from 13) placing '8' from 17)::uuid`;
  const changes = sql`(
    select h.id, h.at, 'PATIENT' as source, h.kind as type, jsonb_build_object('kind', 'STAFF', 'name', h.actor, 'role', '') as actor,
      patients.number, null as subject, null as address,
      coalesce((select string_agg(e.change->>'field', ', ' order by e.nth)
        from jsonb_array_elements(h.changes) with ordinality as e (change, nth)), '') as detail,
      false as "isEndedByNewer"
    from (select l.*, ${lineId} as id from patient_changes l) h
      join patients on patients.organisation_id = h.organisation_id and patients.id = h.patient_id
    where ${sql.join(ofChanges, sql` and `)} order by h.at desc, h.id desc limit ${most})`;
  const security = sql`(
    select s.id, s.at, 'SECURITY' as source, s.type,
      case when s.actor is null then null else jsonb_build_object('kind', 'STAFF', 'name', s.actor, 'role', '') end as actor,
      case when s.type = 'RECORD_EXPORTED' then substring(s.subject from 'P-([0-9]+)$')::integer end as number,
      s.subject, s.address, s.detail, false as "isEndedByNewer"
    from security_log s
    where ${sql.join(ofSecurity, sql` and `)} order by s.at desc, s.id desc limit ${most})`;
  const all = sql`${cases} union all ${changes} union all ${security}`;
  const { rows } = await sql<Row>`select * from (${all}) as trail order by at desc, id desc limit ${most}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(presentLine),
    next: rows.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
  };
}

function within({ day, timeZone, before }: AuditFilter, table: 't' | 'h' | 's'): RawBuilder<unknown>[] {
  const at = sql.ref(`${table}.at`);
  const midnight = (after: string) =>
    sql`(cast(${day} as date) + cast(${after} as interval)) at time zone cast(${timeZone} as text)`;
  return [
    ...(day === undefined ? [] : [sql`${at} >= ${midnight('0 days')}`, sql`${at} < ${midnight('1 day')}`]),
    ...(before === undefined ? [] : [sql`(${at}, ${sql.ref(`${table}.id`)}) < (${before.at}, cast(${before.id} as uuid))`]),
  ];
}

function presentLine({ number, actor, ...line }: Row): AuditLine {
  return {
    ...line,
    actor: actor?.kind === 'SIGNER' ? { ...actor, name: '' } : actor,
    patient: number === null ? null : shownNumber(number),
  };
}
