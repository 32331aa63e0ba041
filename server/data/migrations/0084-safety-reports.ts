import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/** Reports of safety problems. Nothing deletes one: it names a case by an id alone, which may be gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const STATEMENTS = [
  `create table safety_reports (
    organisation_id uuid not null references organisations, id uuid not null, number integer not null, at timestamptz not null,
    received_at timestamptz not null, by_id uuid not null, by_name text not null, kind text not null, harm text not null,
    words text not null, context jsonb not null, case_id uuid, state text not null, hazard text, answer text, settled_at timestamptz,
    settled_by uuid, settled_name text, told_again_at timestamptz,
    primary key (organisation_id, id),
    unique (organisation_id, number),
    constraint safety_reports_state check (state in ('NEW', 'SEEN', 'CLOSED')),
    constraint safety_reports_harm check (harm in ('NO', 'MIGHT', 'YES')))`,
  `create index safety_reports_by on safety_reports (organisation_id, by_id)`,
  `create index safety_reports_open on safety_reports (organisation_id, number) where state <> 'CLOSED'`,
  `create index safety_reports_closed on safety_reports (organisation_id, number) where state = 'CLOSED'`,
  `create index safety_reports_unseen on safety_reports (received_at) where state = 'NEW' and harm = 'YES' and told_again_at is null`,
];
