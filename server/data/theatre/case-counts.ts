import { sql } from 'kysely';
import { mayMove } from '#domain/cases/case-machine.ts';
import { BLOOD_CHOICE } from '#domain/consents/choice-details.ts';
import { CASE_STATUSES, type CaseStatus } from '#domain/base/states.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { visibleCases, type CaseVisibility } from '#server/data/cases/cases.ts';
import type { FigureClock } from '#server/data/consents/figures.ts';
import type { Db } from '#server/data/db.ts';
import { laterAnswersColumn, listedCases, safetyNotShownOf, type ListedCaseRow } from './listed-cases.ts';

/** The cases that are listed between two days, plain dates, both included, with all that their lights depend on. */
export async function listedBetween(
  db: Db,
  reach: CaseVisibility,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ListedCaseRow[]> {
  const rows = await visibleCases(db, reach)
    .where('c.listed_on', '>=', from)
    .where('c.listed_on', '<=', to)
    .select('c.id')
    .execute();
  return listedCases(
    db,
    reach,
    rows.map(({ id }) => id),
  );
}

/** A version as far as its choices may be open. */
type FormWithChoices = Pick<
  ListedCaseRow,
  'choices' | 'choice_details' | 'safety_not_shown' | 'talks' | 'later_answers' | 'is_on_paper'
> & { readonly form_type: FormType | null; readonly status: CaseStatus };

const OUT = CASE_STATUSES.filter((status) => mayMove(status, 'sign'));

/**
 * The newest versions of cases that go on, out or signed and not lapsed, in which a choice may be open: more than have one, as the rule
 * itself is not asked here.
 */
export async function formsWithChoices(
  db: Db,
  reach: CaseVisibility,
  { timeZone, due }: FigureClock,
): Promise<FormWithChoices[]> {
  const signedOn = sql`cast(cast(v.signed_at at time zone ${sql.lit(timeZone)} as date) as text)`;
  return visibleCases(db, reach)
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 'c.organisation_id').onRef('v.id', '=', 'c.current_consent_id'),
    )
    .where('v.deleted_at', 'is', null)
    .where(
      sql<boolean>`not c.is_left_out and (v.status in (${sql.join(OUT)})
          or v.status = 'SIGNED' and (v.signed_at is null
            or v.signed_at >= cast(${due.from} as date) - interval '1 day' and ${signedOn} >= ${due.from}))
        and (v.content -> 'safetyNotShown' is not null or v.later_answers <> '[]'
          or exists (select from jsonb_array_elements(v.listed_content -> 'additionalChoices') a where (a ->> 'answer' = 'DISCUSS'
              or a ->> 'answer' is null and v.status = 'SIGNED' and (a ->> 'id' = ${BLOOD_CHOICE} or v.listed_choice_details is not null))
            and not exists (select from jsonb_array_elements(v.talks) t where jsonb_exists(t -> 'choiceIDs', a ->> 'id'))))`,
    )
    .select([
      'v.status',
      sql<FormType | null>`v.listed_content ->> 'formType'`.as('form_type'),
      sql<ListedCaseRow['choices']>`v.listed_content -> 'additionalChoices'`.as('choices'),
      'v.listed_choice_details as choice_details',
      safetyNotShownOf('v').as('safety_not_shown'),
      'v.talks',
      laterAnswersColumn('v').as('later_answers'),
      // Not `exists`: of many rows the planner would read the whole table once.
      sql<boolean>`coalesce((select true from recipients r where r.organisation_id = v.organisation_id and r.consent_id = v.id
        and r.method = 'PAPER_SCAN' limit 1), false)`.as('is_on_paper'),
    ])
    .execute();
}
