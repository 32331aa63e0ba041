import { sql, type Kysely } from 'kysely';

/**
 * Adds the operator of a case where that is not the clinician who signed, the time of the appointment, and the former operators:
 * their tablets still have a copy of the case and must receive its changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table cases add column operator_id uuid, add column operator_since timestamptz, add column former_operators uuid[] not null default '{}',
    add foreign key (organisation_id, operator_id) references users`,
  `create index cases_operator on cases (organisation_id, operator_id) where operator_id is not null`,
];
