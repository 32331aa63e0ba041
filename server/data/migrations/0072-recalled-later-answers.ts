import { sql, type Kysely } from 'kysely';

/**
 * Cancels the answers that signers gave after their signature, at the time of the recall, where a server of the build before takes a form
 * back: it knows nothing of them. This build cancels them before it takes the form back, and nothing is left to do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function cancel_later_answers() returns trigger language plpgsql as $$
begin
  new.later_answers := (select coalesce(jsonb_agg(case when e.answers ? 'cancelledAt' then e.answers
      else e.answers || jsonb_build_object('cancelledAt', to_char(new.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    order by e.at), '[]') from jsonb_array_elements(new.later_answers) with ordinality e (answers, at));
  return new;
end $$`,
  `create trigger consents_cancel_later_answers before update on consents for each row
    when (old.pinned is not null and new.pinned is null and new.later_answers <> '[]') execute function cancel_later_answers()`,
];
