import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * Details of an organisation that pages for anybody show. One that has sent links by mail goes on without telephone and notice, and is warned of it:
 * its patients wait for their forms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const STATEMENTS = [
  `alter table organisations add column patient_phone text, add column privacy_text text, add column privacy_url text,
    add column accessibility_email text, add column safety_contacts jsonb not null default '[]',
    add column had_sent boolean not null default false`,
  `update organisations o set had_sent = true
    where exists (select 1 from links l where l.organisation_id = o.id and l.channel = 'EMAIL')`,
];
