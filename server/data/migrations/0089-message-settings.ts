import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/** The ways by which messages reach people who sign. Without a row it is email alone, as ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const STATEMENTS = [
  `create table message_settings (
    organisation_id uuid primary key references organisations, id uuid not null unique, settings jsonb not null, secrets text not null,
    version integer not null, paused jsonb not null default '[]', updated_at timestamptz not null, updated_by uuid not null)`,
  // Counted as they are handed over, so that no month is added up anew for each message.
  `create table message_usage (
    organisation_id uuid not null references organisations, month text not null, channel text not null, amount integer not null,
    primary key (organisation_id, month, channel))`,
];
