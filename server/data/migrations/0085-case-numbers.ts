import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * The number by which people name a case, counted in each organisation; cases of before have theirs in the order in which they were made. A
 * server of the build before writes none: the database gives it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const STATEMENTS = [
  // One without a number yet has 0, until the trigger gives it one.
  `alter table cases add column number integer not null default 0`,
  `update cases c set number = n.nth from (select organisation_id, id,
      row_number() over (partition by organisation_id order by created_at, id) as nth from cases) n
    where n.organisation_id = c.organisation_id and n.id = c.id`,
  `insert into counters (organisation_id, name, value) select organisation_id, 'case', count(*) from cases group by organisation_id`,
  `create function number_case() returns trigger language plpgsql as $$ begin
      if coalesce(new.number, 0) = 0 then
        insert into counters (organisation_id, name, value) values (new.organisation_id, 'case', 1)
          on conflict (organisation_id, name) do update set value = counters.value + 1 returning value into new.number;
      end if;
      return new; end $$`,
  `create trigger cases_number before insert on cases for each row execute function number_case()`,
  `alter table cases add constraint cases_number unique (organisation_id, number)`,
];
