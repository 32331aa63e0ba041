import { sql, type Kysely } from 'kysely';

/**
 * The words of lists, lights, exports and searches about a version: from the pinned form of one that was sent, else from its draft. The database
 * works it out, so that no row can say anything else, and lists need not unpack the whole form.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// The family's part of a pinned form that has none is empty: its draft may keep the entries made under another form type.
const STATEMENTS = [
  `create function listed_content(form text, content jsonb, pinned jsonb) returns jsonb language sql immutable parallel safe as $$
    select jsonb_build_object(
      'formType', coalesce(pinned->>'formType', form),
      'procedures', (select coalesce(jsonb_agg(jsonb_build_object('procedureName', e.one->'procedureName', 'side', e.one->'side', 'site', e.one->'site') order by e.nth), '[]')
        from jsonb_array_elements(coalesce(pinned, content)->'procedures') with ordinality as e(one, nth)),
      'procedureIDs', (select coalesce(jsonb_agg(e.one->'procedureID' order by e.nth), '[]')
        from jsonb_array_elements(coalesce(pinned, content)->'procedures') with ordinality as e(one, nth)),
      'refusals', a.answers->'refusals', 'additionalChoices', a.answers->'additionalChoices',
      'interpreter', i.interpreting->'interpreter', 'interpreterNeeded', i.interpreting->'interpreterNeeded',
      'interpreterNoneReason', i.interpreting->'interpreterNoneReason',
      'basis', f.family->'basis', 'parents', coalesce(f.family->'parents', '[]'), 'disagreement', f.family->'disagreement')
    from (select coalesce(pinned->'answers', content) as answers) a, (select coalesce(pinned->'interpreting', content) as interpreting) i,
      (select case when pinned is null then content else pinned->'family' end as family) f $$`,
  `alter table consents add column listed_content jsonb not null generated always as (listed_content(form_type, content, pinned)) stored`,
];
