import { sql, type Kysely } from 'kysely';

/** When this database began with the rules of witnesses and of children below 13: forms that were out by then keep those of their build. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into settings (name, value)
    values ('newRulesSince', to_jsonb(to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    on conflict (name) do nothing`.execute(db);
}
