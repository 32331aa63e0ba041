import { sql, type Kysely } from 'kysely';

/** The person whom a form names, for lists and lights: the values that are compared with the record. Worked out by the database, as `listed_content` is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function listed_identity(patient jsonb) returns jsonb language sql immutable parallel safe as $$
    select case when patient is null then null else jsonb_build_object('firstName', patient->'firstName', 'lastName', patient->'lastName',
      'dateOfBirth', patient->'dateOfBirth', 'nhsNumber', patient->'nhsNumber') end $$`,
  `alter table consents add column listed_identity jsonb generated always as (listed_identity(pinned->'patient')) stored`,
];
