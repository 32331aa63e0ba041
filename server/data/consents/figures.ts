import { sql } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { CaseVisibility } from './cases.ts';

type DayCount = { key: 'started' | 'sent' | 'signed'; day: string; count: number };

const MOMENTS = [
  ['started', 'created_at'],
  ['sent', 'sent_at'],
  ['signed', 'signed_at'],
] as const;

/** Plain dates by the organisation's own clock: `signed` from the first, and before the second. */
type ConfirmDue = {
  readonly signed: { readonly from: string; readonly before: string };
  /** the first day whose confirmations count today */
  readonly confirmedFrom: string;
  /** IANA name */
  readonly timeZone: string;
};

/**
 * How many cases have a signed version in force that has to be confirmed on the day: for its age, as another clinician operates, or as a
 * child said no; not those that this operator's patients have confirmed.
 */
export async function countConfirmDue(
  db: Db,
  { organisationId, clinicianId }: CaseVisibility,
  { signed, confirmedFrom, timeZone }: ConfirmDue,
): Promise<number> {
  const confirmedDay = sql<string>`cast(cast(cast(v.confirmation ->> 'at' as timestamptz) at time zone ${sql.lit(timeZone)} as date) as text)`;
  const day = sql<string>`cast(cast(v.signed_at at time zone ${sql.lit(timeZone)} as date) as text)`;
  let query = db
    .selectFrom('consents as v')
    .innerJoin('cases as c', (join) =>
      join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.in_force_consent_id', '=', 'v.id'),
    )
    .where('v.organisation_id', '=', organisationId)
    .where('v.status', '=', 'SIGNED')
    .where('c.deleted_at', 'is', null)
    // A signature is a change, and changes have an index; a day more than any time zone is off.
    .where('v.updated_at', '>=', sql<string>`cast(${signed.from} as date) - interval '1 day'`)
    .where(day, '>=', signed.from)
    .where(sql<boolean>`(${day} < ${signed.before} or c.operator_id <> v.clinician_id or v.child_said_no)`)
    .where(
      sql<boolean>`not coalesce(${confirmedDay} >= ${confirmedFrom} and v.confirmation ->> 'clinicianId' = cast(coalesce(c.operator_id, v.clinician_id) as text), false)`,
    );
  if (clinicianId !== undefined) query = query.where('c.clinician_id', '=', clinicianId);
  const { count } = await query.select((has) => has.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** How many versions were started, sent and signed on each day, by the organisation's own clock. @param from - plain date */
export async function countByDay(
  db: Db,
  { organisationId, clinicianId }: CaseVisibility,
  { from, timeZone }: { from: string; timeZone: string },
): Promise<DayCount[]> {
  const counts: DayCount[] = [];
  for (const [key, column] of MOMENTS) {
    const day = sql<string>`cast(cast(${sql.ref(column)} at time zone ${sql.lit(timeZone)} as date) as text)`;
    let query = db
      .selectFrom('consents')
      .where('organisation_id', '=', organisationId)
      .where('deleted_at', 'is', null)
      // What was imported was neither started, sent nor signed here.
      .where('origin', 'is', null)
      .where(column, 'is not', null)
      // Every one of these moments is a change, and changes have an index; a day more than any time zone is off.
      .where('updated_at', '>=', sql<string>`cast(${from} as date) - interval '1 day'`);
    if (clinicianId !== undefined) query = query.where('clinician_id', '=', clinicianId);
    const rows = await query
      .where(day, '>=', from)
      .select([day.as('day'), (has) => has.fn.countAll<number>().as('count')])
      .groupBy(day)
      .execute();
    counts.push(...rows.map((row) => ({ key, day: row.day, count: row.count })));
  }
  return counts;
}
