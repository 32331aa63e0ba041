import { sql } from 'kysely';
import { CLOSE_REASONS, type CloseReason } from '#domain/cases/case-end.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import type { Db } from '#server/data/db.ts';
import type { FigureClock } from './figures.ts';

/** Numbers of cases beside those of their states. */
type CaseConditions = {
  /** whose consent in force is too old to be operated on */
  readonly lapsed: number;
  /** with a question that nobody has answered */
  readonly openQuestions: number;
  /** ended, by how */
  readonly done: number;
  readonly closed: number;
};

/** Counts cases by what waits and what has ended. @param since - ISO; of those that ended since then alone */
export async function countCaseConditions(
  db: Db,
  reach: CaseVisibility,
  { clock, since }: { readonly clock: FigureClock; readonly since: string | undefined },
): Promise<CaseConditions> {
  const signedOn = sql`cast(cast(f.signed_at at time zone ${sql.lit(clock.timeZone)} as date) as text)`;
  const ended = (kind: 'DONE' | 'CLOSED') => sql<number>`count(*) filter (where c.ended ->> 'kind' = ${kind}
    and (${since ?? null}::timestamptz is null or cast(c.ended ->> 'at' as timestamptz) >= ${since ?? null}::timestamptz))`;
  return visibleCases(db, reach)
    .leftJoin('consents as f', (join) =>
      join.onRef('f.organisation_id', '=', 'c.organisation_id').onRef('f.id', '=', 'c.in_force_consent_id'),
    )
    .select([
      sql<number>`count(*) filter (where c.ended is null and f.status = 'SIGNED' and ${signedOn} < ${clock.due.from})`.as(
        'lapsed',
      ),
      sql<number>`count(*) filter (where not c.is_left_out and exists (select from questions q
        where q.organisation_id = c.organisation_id and q.consent_id = coalesce(c.in_force_consent_id, c.current_consent_id)
          and q.answer is null))`.as('openQuestions'),
      ended('DONE').as('done'),
      ended('CLOSED').as('closed'),
    ])
    .executeTakeFirstOrThrow();
}

/** Numbers about operations that were recorded as done, and cases that were closed, as far as that counts still. */
type EndCounts = {
  /** done without a consent in force */
  readonly withoutConsent: number;
  /** done, and confirmed on the same day before */
  readonly confirmedOnDay: number;
  /** from the last signature to the operation; null where none was done by a signed form */
  readonly medianDays: number | null;
  readonly closedBy: Readonly<Record<CloseReason, number>>;
};

/** Counts the ends of cases. @param since - ISO; those alone that were recorded since then */
export async function countEnds(
  db: Db,
  reach: CaseVisibility,
  { timeZone, since }: { readonly timeZone: string; readonly since: string | undefined },
): Promise<EndCounts> {
  const localDate = (at: ReturnType<typeof sql>) => sql`cast(${at} at time zone ${sql.lit(timeZone)} as date)`;
  const row = await visibleCases(db, reach)
    .innerJoin('case_ends as e', (join) =>
      join.onRef('e.organisation_id', '=', 'c.organisation_id').onRef('e.case_id', '=', 'c.id').on('e.undone_at', 'is', null),
    )
    .leftJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'e.organisation_id').onRef('v.id', '=', 'e.consent_id'),
    )
    .$if(since !== undefined, (query) => query.where('e.at', '>=', since ?? ''))
    .select([
      sql<number>`count(*) filter (where e.kind = 'DONE' and e.consent_id is null)`.as('withoutConsent'),
      sql<number>`count(*) filter (where e.kind = 'DONE'
        and ${localDate(sql`cast(v.confirmation ->> 'at' as timestamptz)`)} = e.ended_on)`.as('confirmedOnDay'),
      sql<number | null>`percentile_cont(0.5) within group (order by e.ended_on - ${localDate(sql`v.signed_at`)})
        filter (where e.kind = 'DONE' and v.signed_at is not null)`.as('medianDays'),
      ...CLOSE_REASONS.map((reason) => sql<number>`count(*) filter (where e.close_reason = ${reason})`.as(reason)),
    ])
    .executeTakeFirstOrThrow();
  const { withoutConsent, confirmedOnDay, medianDays, ...closedBy } = row;
  return { withoutConsent, confirmedOnDay, medianDays, closedBy };
}
