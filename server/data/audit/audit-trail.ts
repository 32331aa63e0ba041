import type { AuditLine } from '#contract/audit.ts';
import type { AuditShown } from '#domain/audit/audit-trail.ts';
import { RECORDED_BY, shownAuthor } from '#domain/cases/event-author.ts';
import type { EventAuthor, TimelineEvent } from '#domain/cases/timeline.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { isCaseInReach, type CaseVisibility } from '#server/data/cases/cases.ts';
import { recordsOfNumber } from '#server/data/patients/merged-patients.ts';
import { shownNumber } from '#server/data/patient-search.ts';
import { isPatientInReach, type PatientVisibility } from '#server/data/patients/patients.ts';
import type { Db } from '#server/data/db.ts';
import { likeText } from '#server/data/paging.ts';

/** The key of a line: the trail is read backwards from it. `at` is ISO 8601. */
type Place = { at: string; id: string };

/**
 * Lines of one day by the clock of `timeZone`, all days without one; `patient` as people name them, `P-000123`; `userID` one member of
 * staff; `show` the parts that are read.
 */
export type AuditFilter = {
  day: string | undefined;
  timeZone: string;
  /** part of a member of staff's name; '' finds everybody, signers too */
  person: string;
  userID?: string | undefined;
  patient?: string | undefined;
  show: AuditShown;
  before: Place | undefined;
  limit: number;
};

/** The subject of an export in the security log, before the number of the record. */
const EXPORTED = 'patient P-';
/** The types of security log entries that record readings. */
const READINGS = ['RECORD_EXPORTED', 'LIST_EXPORTED', 'SHEET_DOWNLOADED'];

/** The cases and patients that a reader may see; the security log is visible for the reader's whole organisation. */
export type AuditReach = { cases: CaseVisibility; patients: PatientVisibility };

type Row = Omit<AuditLine, 'patient' | 'author'> & {
  number: number | null;
  /** of a case's event: the parts of its detail that tell the author, and the signer at its place */
  authorParts: TimelineEvent['detail'] | null;
  signer: SignerRole | null;
};
type Records = (column: 'id' | 'number') => RawBuilder<unknown>;
/** The parameters that every part of the trail is read by. `records`: those of the requested patient. */
type Reading = { reach: AuditReach; filter: AuditFilter; records: Records | undefined; most: number };

/**
 * The events of cases, the changes of patients' details, the readings and the security log in one order, newest first, in one statement
 * that reads each table by its times and no further than the page. Of a change it names the fields, never a value. An import of patients
 * is one line of the security log on its day, and a line of each patient who is asked for.
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
  const { patient, limit, show } = filter;
  const { organisationId } = reach.cases;
  const most = limit + 1;
  const number = patient === undefined ? undefined : Number(patient.replace(/\D/g, ''));
  const records: Records | undefined =
    number === undefined ? undefined : (column) => recordsOfNumber({ organisationId, number }, column);
  const reading = { reach, filter, records, most };
  const all = sql.join(
    PARTS[show].map((part) => part(reading)),
    sql` union all `,
  );
  const { rows } = await sql<Row>`
    select l.id, l.at, l.source, l.type, l.actor, l."userID", l.number, l.subject, l.address, l.detail, l.why, l."isEndedByNewer", l."authorParts", l.signer,
      (select coalesce(d.label, d.name) from devices d where d.organisation_id = ${organisationId} and d.id = l.device_id) as device
    from (select * from (${all}) as trail order by at desc, id desc limit ${most}) as l order by l.at desc, l.id desc`.execute(
    db,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(presentLine),
    next: rows.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
  };
}

const PARTS: Readonly<Record<AuditShown, readonly ((reading: Reading) => RawBuilder<unknown>)[]>> = {
  ALL: [ofCases, ofChanges, ofReadings, ofSecurity],
  READ: [ofReadings, ofSecurity],
  CHANGE: [ofCases, ofChanges],
  REASON: [ofReadings],
  SECURITY: [ofSecurity],
};

/** The parts of an event's detail that tell its author, see `shownAuthor`. */
const AUTHOR_PARTS = sql`jsonb_build_object(${sql.join(['method', RECORDED_BY.name, RECORDED_BY.role].flatMap((key) => [sql.lit(key), sql`t.detail->${sql.lit(key)}`]))})`;

/** The role at the place that an event tells; none where the form was taken back since, as others may stand at its places now. */
const SIGNER = sql`(select r.role from recipients r where r.organisation_id = t.organisation_id and r.consent_id = t.version_id
  and r.signing_order::text = coalesce(t.detail->>'order', t.detail->>'signing_order')
  and not exists (select from timeline b where b.organisation_id = t.organisation_id and b.case_id = t.case_id
    and b.version_id = t.version_id and b.type = 'RECALLED' and b.seq > t.seq))`;

const NOT_OF_CASES = sql`null::jsonb as "authorParts", null::text as signer`;

function ofCases({ reach, filter, records, most }: Reading): RawBuilder<unknown> {
  const { person, userID } = filter;
  const wanted = [
    sql`t.organisation_id = ${reach.cases.organisationId}`,
    isCaseInReach(reach.cases),
    ...within(filter, 't'),
    // The search for a person never finds signers by name: this page must not reveal who is treated.
    ...(person === '' ? [] : [sql`t.actor->>'kind' = 'STAFF' and t.actor->>'name' ilike ${likeText(person)}`]),
    ...(userID === undefined ? [] : [sql`t.user_id = ${userID} and t.actor->>'kind' = 'STAFF'`]),
    ...(records === undefined ? [] : [sql`c.patient_id = any(array(${records('id')}))`]),
  ];
  return sql`(
    select t.id, t.at, 'CASE' as source, t.type, t.actor, case when t.actor->>'kind' = 'STAFF' then t.user_id end as "userID", p.number,
      null as subject, t.address, t.device_id, '' as detail, '' as why, t.type = 'VOIDED' and t.detail->>'by' is not null as "isEndedByNewer",
      ${AUTHOR_PARTS} as "authorParts", ${SIGNER} as signer
    from timeline t
      join cases c on c.organisation_id = t.organisation_id and c.id = t.case_id
      join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
    where ${sql.join(wanted, sql` and `)} order by t.at desc, t.id desc limit ${most})`;
}

function ofChanges({ reach, filter, records, most }: Reading): RawBuilder<unknown> {
  const { person, userID } = filter;
  const wanted = [
    sql`h.organisation_id = ${reach.cases.organisationId}`,
    isPatientInReach(reach.patients),
    ...within(filter, 'h'),
    ...(person === '' ? [] : [sql`h.actor ilike ${likeText(person)}`]),
    ...(userID === undefined ? [] : [sql`h.actor_id = ${userID}`]),
    records === undefined ? sql`h.kind <> 'IMPORTED'` : sql`h.patient_id = any(array(${records('id')}))`,
  ];
  // Changes of patients have a number and no id: the line's id is a version 8 UUID (RFC 9562) derived from organisation, patient
  // and number.
  const digest = sql`md5(concat_ws(' ', l.organisation_id, l.patient_id, l.seq))`;
  const lineId = sql`overlay(overlay(${digest} placing '8' from 13) placing '8' from 17)::uuid`;
  return sql`(
    select h.id, h.at, 'PATIENT' as source, h.kind as type, jsonb_build_object('kind', 'STAFF', 'name', h.actor, 'role', '') as actor,
      h.actor_id as "userID", patients.number, null as subject, h.address, h.device_id,
      coalesce((select string_agg(e.change->>'field', ', ' order by e.nth)
        from jsonb_array_elements(h.changes) with ordinality as e (change, nth)), '') as detail,
      '' as why, false as "isEndedByNewer", ${NOT_OF_CASES}
    from (select l.*, ${lineId} as id from patient_changes l) h
      join patients on patients.organisation_id = h.organisation_id and patients.id = h.patient_id
    where ${sql.join(wanted, sql` and `)} order by h.at desc, h.id desc limit ${most})`;
}

function ofReadings({ reach, filter, records, most }: Reading): RawBuilder<unknown> {
  const { person, userID, show } = filter;
  const { organisationId } = reach.cases;
  const wanted = [
    sql`a.organisation_id = ${organisationId}`,
    ...within(filter, 'a'),
    ...(person === '' ? [] : [sql`a.actor ilike ${likeText(person)}`]),
    ...(userID === undefined ? [] : [sql`a.user_id = ${userID}`]),
    ...(show === 'REASON' ? [sql`a.act = 'REASON'`] : show === 'READ' ? [sql`a.act <> 'REASON'`] : []),
    ...(reach.patients.referrerId === undefined
      ? []
      : [sql`exists (select from patients where patients.id = a.patient_id and ${isPatientInReach(reach.patients)})`]),
  ];
  const lines = (and: RawBuilder<unknown>) =>
    sql`select a.* from access_log a where ${sql.join(wanted, sql` and `)} ${and} order by a.at desc, a.id desc limit ${most}`;
  // Each of the patient's records is read by itself, so that no query sorts more than a page of each.
  const found =
    records === undefined
      ? sql`(${lines(sql``)}) as a`
      : sql`(${records('id')}) as r (id) cross join lateral (${lines(sql`and a.patient_id = r.id`)}) as a`;
  return sql`(
    select a.id, a.at, 'ACCESS' as source, a.act as type,
      case when a.actor is null then null else jsonb_build_object('kind', 'STAFF', 'name', a.actor, 'role', a.role) end as actor,
      a.user_id as "userID",
      (select p.number from patients p where p.organisation_id = ${organisationId} and p.id = a.patient_id) as number, null as subject, a.address, a.device_id, concat_ws(': ', a.call, nullif(a.detail, '')) as detail, a.why,
      false as "isEndedByNewer", ${NOT_OF_CASES}
    from ${found}
    order by a.at desc, a.id desc limit ${most})`;
}

function ofSecurity({ reach, filter, records, most }: Reading): RawBuilder<unknown> {
  const { person, userID, show } = filter;
  const wanted = [
    sql`s.organisation_id = ${reach.cases.organisationId}`,
    ...within(filter, 's'),
    ...(person === '' ? [] : [sql`concat_ws(' ', s.actor, s.subject) ilike ${likeText(person)}`]),
    ...(userID === undefined ? [] : [sql`s.actor_id = ${userID}`]),
    ...(show === 'READ' ? [sql`s.type = any(${READINGS}::text[])`] : []),
    ...(records === undefined
      ? []
      : [
          sql`s.type = 'RECORD_EXPORTED' and s.subject = any(array(select ${EXPORTED} || lpad(r.number::text, greatest(6, length(r.number::text)), '0')
        from (${records('number')}) as r))`,
        ]),
  ];
  return sql`(
    select s.id, s.at, 'SECURITY' as source, s.type,
      case when s.actor is null then null else jsonb_build_object('kind', 'STAFF', 'name', s.actor, 'role', '') end as actor,
      s.actor_id as "userID", case when s.type = 'RECORD_EXPORTED' then substring(s.subject from 'P-([0-9]+)$')::integer end as number,
      s.subject, s.address, null::uuid as device_id, s.detail, '' as why, false as "isEndedByNewer", ${NOT_OF_CASES}
    from security_log s
    where ${sql.join(wanted, sql` and `)} order by s.at desc, s.id desc limit ${most})`;
}

function within({ day, timeZone, before }: AuditFilter, table: 't' | 'h' | 's' | 'a'): RawBuilder<unknown>[] {
  const at = sql.ref(`${table}.at`);
  const midnight = (after: string) =>
    sql`(cast(${day} as date) + cast(${after} as interval)) at time zone cast(${timeZone} as text)`;
  return [
    ...(day === undefined ? [] : [sql`${at} >= ${midnight('0 days')}`, sql`${at} < ${midnight('1 day')}`]),
    ...(before === undefined ? [] : [sql`(${at}, ${sql.ref(`${table}.id`)}) < (${before.at}, cast(${before.id} as uuid))`]),
  ];
}

function presentLine({ number, actor, authorParts, signer, ...line }: Row): AuditLine {
  const event =
    actor === null || authorParts === null
      ? undefined
      : { type: line.type, actor: withoutSignersName(actor), detail: authorParts };
  const author = event && shownAuthor(event, signer === null ? undefined : { role: signer, name: '' });
  return {
    ...line,
    ...(author === undefined ? {} : { author }),
    // An act that an earlier build wrote under the operator's account is the signer's.
    ...(author?.name === '' ? { userID: null } : {}),
    actor: actor && withoutSignersName(actor),
    patient: number === null ? null : shownNumber(number),
  };
}

function withoutSignersName(actor: EventAuthor): EventAuthor {
  return actor.kind === 'SIGNER' ? { ...actor, name: '' } : actor;
}
