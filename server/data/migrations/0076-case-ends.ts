import { sql, type Kysely } from 'kysely';
import { createRowMarks } from '#server/data/integrity/row-triggers.ts';

/**
 * The acts that end a case, and the end as it stands beside the case's status. Lists leave ended cases out, and count in an index: that says
 * so as well. A server of the build before ends none, and reads what it read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await createRowMarks(db);
}

const FIRST = { updated: [], status: ['status'], clinician: ['clinician_id'] } as const;

const STATEMENTS = [
  // A server of the build before deletes a record without knowing of these rows: they go with their case.
  `create table case_ends (
    organisation_id uuid not null, id uuid not null, case_id uuid not null, kind text not null, ended_on date not null,
    at timestamptz not null, captured_at timestamptz not null, by_id uuid not null, by_name text not null, source text not null,
    consent_id uuid, without_reason text, close_reason text, note text,
    undone_at timestamptz, undone_by uuid, undone_reason text,
    taken_back_at timestamptz, settled_at timestamptz, settled_by uuid, settled_outcome text,
    primary key (organisation_id, id),
    foreign key (organisation_id, case_id) references cases on delete cascade,
    constraint case_ends_kind check (kind in ('DONE', 'CLOSED')),
    constraint case_ends_source check (source in ('PERSON', 'LIST', 'CONFIRM', 'BOOKING')),
    constraint case_ends_reason check ((kind = 'CLOSED') = (close_reason is not null)))`,
  `create index case_ends_case on case_ends (organisation_id, case_id)`,
  `alter table cases add column ended jsonb`,
  // One whose consent was taken back after the operation waits for a person, who has to see it; one of which a newer version is begun goes on.
  `alter table cases add column is_left_out boolean not null generated always as
    (coalesce(ended is not null and ended ->> 'takenBackAt' is null and ended ->> 'isFollowed' is null, false)) stored`,
  ...(['updated', 'status', 'clinician'] as const).flatMap((name) => {
    const columns = ['organisation_id', ...FIRST[name], 'updated_at desc', 'id'].join(', ');
    return [`drop index cases_${name}`, `create index cases_${name} on cases (${columns}) include (deleted_at, is_left_out)`];
  }),
  ...(['updated', 'status', 'clinician'] as const).flatMap((name) => {
    const columns = ['organisation_id', ...FIRST[name], 'updated_at desc', 'id'].join(', ');
    return [
      `drop index consents_${name}`,
      `create index consents_${name} on consents (${columns}) include (deleted_at, case_id)`,
    ];
  }),
  `create index cases_left_out on cases (organisation_id, id) where is_left_out`,
  `create index cases_ended on cases (organisation_id, updated_at desc, id) where ended is not null`,
];
