import type { Granularity } from '#domain/exports/buckets.ts';
import type { ConsentFigure, FigureSeries } from '#domain/exports/figures.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import { visibleConsents } from './consents.ts';

// In these queries a version is `v` and its case `c`.

/** The dates that figures are counted by, plain dates by the organisation's own clock. */
export type FigureClock = {
  /** IANA name */
  readonly timeZone: string;
  /** days of signatures that are to be confirmed for their age: from the first, and before the second */
  readonly due: { readonly from: string; readonly before: string };
  /** the first day whose confirmations count today */
  readonly confirmedFrom: string;
};

/** The versions of one figure on some days, plain dates, both included. */
export type FigureFilter = { readonly figure: ConsentFigure; readonly from: string; readonly to: string };

type Moment = 'created_at' | 'sent_at' | 'signed_at' | 'withdrawn_at';

const MOMENTS: Readonly<Record<ConsentFigure, Moment>> = {
  STARTED: 'created_at',
  SENT: 'sent_at',
  SIGNED: 'signed_at',
  REMOTE: 'signed_at',
  IN_ADVANCE: 'signed_at',
  CONFIRM_DUE: 'signed_at',
  WITHDRAWN: 'withdrawn_at',
};

/** A version that was not imported: imported ones were neither started, sent nor signed in this product. */
const isOurs = sql<boolean>`v.origin is null`;

/** The condition of a figure beyond the moment that it is counted by. */
function conditionOf(figure: ConsentFigure, clock: FigureClock): RawBuilder<boolean> {
  if (figure === 'REMOTE') return sql<boolean>`(${isOurs} and v.signed_by_link)`;
  if (figure === 'IN_ADVANCE') return sql<boolean>`(${isOurs} and ${localDay('signed_at', clock)} < cast(c.listed_on as text))`;
  if (figure === 'CONFIRM_DUE') return sql<boolean>`(${isOurs} and ${isConfirmDue(clock)})`;
  return isOurs;
}

/**
 * A signed version in force that must be confirmed on the day: for its age, as another clinician operates, or as a child refused;
 * unless the present operator's confirmation is recent enough.
 */
function isConfirmDue({ timeZone, due, confirmedFrom }: FigureClock): RawBuilder<boolean> {
  const confirmed = sql`cast(cast(cast(v.confirmation ->> 'at' as timestamptz) at time zone ${sql.lit(timeZone)} as date) as text)`;
  const day = localDay('signed_at', { timeZone });
  return sql<boolean>`(c.in_force_consent_id = v.id and c.ended is null and v.status = 'SIGNED' and ${day} >= ${due.from}
    and (${day} < ${due.before} or c.operator_id <> v.clinician_id or v.child_said_no)
    and not coalesce(${confirmed} >= ${confirmedFrom} and v.confirmation ->> 'clinicianId' = cast(coalesce(c.operator_id, v.clinician_id) as text), false))`;
}

function localDay(moment: Moment, { timeZone }: Pick<FigureClock, 'timeZone'>): RawBuilder<string> {
  return sql<string>`cast(cast(${sql.ref(`v.${moment}`)} at time zone ${sql.lit(timeZone)} as date) as text)`;
}

/**
 * Versions from a day on, by an index: on the moment itself, or on `updated_at`, which is never before it. The extra day is more
 * than any time zone's offset.
 */
function isSince(moment: Moment, from: string): RawBuilder<boolean> {
  const indexed = moment === 'created_at' || moment === 'sent_at' ? 'updated_at' : moment;
  return sql<boolean>`${sql.ref(`v.${indexed}`)} >= cast(${from} as date) - interval '1 day'`;
}

/** Whether a version `v`, whose case need not be joined, is one of a figure: for lists that show exactly what was counted. */
export function isOfFigure({ figure, from, to }: FigureFilter, clock: FigureClock): RawBuilder<boolean> {
  const moment = MOMENTS[figure];
  const day = localDay(moment, clock);
  return sql<boolean>`(${sql.ref(`v.${moment}`)} is not null and ${isSince(moment, from)} and ${day} >= ${from} and ${day} <= ${to}
    and exists (select from cases c where c.organisation_id = v.organisation_id and c.id = v.case_id and ${conditionOf(figure, clock)}))`;
}

/** Whether a case `c` has a version in force that is to be confirmed on the day. */
export function hasConfirmDue(clock: FigureClock): RawBuilder<boolean> {
  return sql<boolean>`exists (select from consents v where v.organisation_id = c.organisation_id and v.id = c.in_force_consent_id
    and ${isSince('signed_at', clock.due.from)} and ${isConfirmDue(clock)})`;
}

/** How many cases have to be confirmed on the day. */
export async function countConfirmDue(db: Db, reach: CaseVisibility, clock: FigureClock): Promise<number> {
  const { count } = await visibleCases(db, reach)
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'c.organisation_id').onRef('v.id', '=', 'c.in_force_consent_id'),
    )
    .where(isSince('signed_at', clock.due.from))
    .where(isConfirmDue(clock))
    .select((has) => has.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Bucket = { bucket: string } & Partial<Record<FigureSeries, number | null>>;

/** The figures of each day, week or month that has any, by the organisation's own clock; one statement for each moment. @param from - plain date */
export async function countByBucket(
  db: Db,
  reach: CaseVisibility,
  { from, granularity }: { from: string; granularity: Granularity },
  clock: FigureClock,
): Promise<Bucket[]> {
  const of = (moment: Moment) => {
    const at = sql`date_trunc(${sql.lit(granularity)}, ${sql.ref(`v.${moment}`)} at time zone ${sql.lit(clock.timeZone)})`;
    const bucket = sql<string>`to_char(${at}, ${sql.lit(granularity === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD')})`;
    return visibleConsents(db, reach)
      .innerJoin('cases as c', (join) =>
        join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'),
      )
      .where(sql<boolean>`${sql.ref(`v.${moment}`)} is not null`)
      .where(isSince(moment, from))
      .where(localDay(moment, clock), '>=', from)
      .where(isOurs)
      .groupBy(bucket)
      .select(bucket.as('bucket'));
  };
  const all = sql<number>`count(*)`;
  const only = (figure: ConsentFigure) => sql<number>`count(*) filter (where ${conditionOf(figure, clock)})`;
  const days = sql`cast(v.signed_at at time zone ${sql.lit(clock.timeZone)} as date) - cast(v.sent_at at time zone ${sql.lit(clock.timeZone)} as date)`;
  return [
    ...(await of('created_at').select(all.as('started')).execute()),
    ...(await of('sent_at').select(all.as('sent')).execute()),
    ...(await of('withdrawn_at').select(all.as('withdrawn')).execute()),
    ...(await of('signed_at')
      .select([
        all.as('signed'),
        only('REMOTE').as('remote'),
        only('IN_ADVANCE').as('inAdvance'),
        only('CONFIRM_DUE').as('confirmDue'),
        sql<number | null>`percentile_cont(0.5) within group (order by ${days})`.as('medianDays'),
      ])
      .execute()),
  ];
}
