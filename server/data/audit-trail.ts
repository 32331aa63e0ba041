import type { AuditLine } from '#contract/security.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CaseVisibility } from '#server/data/consents/cases.ts';
import { shownNumber } from '#server/data/consents/patients.ts';
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

type Row = Omit<AuditLine, 'patient'> & { number: number | null };

/**
 * The events of cases and of the security log in one order, newest first, in one statement that reads each table by its times and no
 * further than the page. Lines of the security log are about no patient: with `patient` there are none.
 *
 * @returns the lines, and the key to read on from; null at the end
 */
export async function auditTrail(
  db: Db,
  { organisationId, clinicianId }: CaseVisibility,
  filter: AuditFilter,
): Promise<{ lines: AuditLine[]; next: Place | null }> {
  const { person, patient, limit } = filter;
  const most = limit + 1;
  const ofCases = [
    sql`t.organisation_id = ${organisationId}`,
    ...within(filter, 't'),
    ...(clinicianId === undefined ? [] : [sql`c.clinician_id = ${clinicianId}`]),
    // A signer is found by nobody's name: who is treated is not for this page to say.
    ...(person === '' ? [] : [sql`t.actor->>'kind' = 'STAFF' and t.actor->>'name' ilike ${likeText(person)}`]),
    ...(patient === undefined ? [] : [sql`p.number = ${Number(patient.replace(/\D/g, ''))}`]),
  ];
  const ofSecurity = [
    sql`s.organisation_id = ${organisationId}`,
    ...within(filter, 's'),
    ...(person === '' ? [] : [sql`concat_ws(' ', s.actor, s.subject) ilike ${likeText(person)}`]),
  ];
  const cases = sql`(
    select t.id, t.at, 'CASE' as source, t.type, t.actor, p.number, null as subject, null as address, '' as detail,
      t.type = 'VOIDED' and t.detail->>'by' is not null as "isEndedByNewer"
    from timeline t
      join cases c on c.organisation_id = t.organisation_id and c.id = t.case_id
      join patients p on p.organisation_id = c.organisation_id and p.id = c.patient_id
    where ${sql.join(ofCases, sql` and `)} order by t.at desc, t.id desc limit ${most})`;
  const security = sql`(
    select s.id, s.at, 'SECURITY' as source, s.type,
      case when s.actor is null then null else jsonb_build_object('kind', 'STAFF', 'name', s.actor, 'role', '') end as actor,
      null::integer as number, s.subject, s.address, s.detail, false as "isEndedByNewer"
    from security_log s
    where ${sql.join(ofSecurity, sql` and `)} order by s.at desc, s.id desc limit ${most})`;
  const both = patient === undefined ? sql`${cases} union all ${security}` : cases;
  const { rows } = await sql<Row>`select * from (${both}) as trail order by at desc, id desc limit ${most}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    lines: shown.map(presentLine),
    next: rows.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
  };
}

function within({ day, timeZone, before }: AuditFilter, table: 't' | 's'): RawBuilder<unknown>[] {
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
