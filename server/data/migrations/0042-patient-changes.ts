import { sql, type Kysely } from 'kysely';

/**
 * The history of each patient's details, to which lines are only added; and of a merged patient the record at the end of the chain, the
 * time, and the status before. Merges from before have the time of their last change, and count as having been active.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table patients add column survivor_id uuid, add column merged_at timestamptz, add column status_before text`,
  `with recursive chain as (
      select organisation_id, id, merged_into as survivor_id from patients where status = 'MERGED' and merged_into is not null
      union all
      select c.organisation_id, c.id, p.merged_into from chain c
        join patients p on p.organisation_id = c.organisation_id and p.id = c.survivor_id
        where p.status = 'MERGED' and p.merged_into is not null)
    update patients p set survivor_id = c.survivor_id, merged_at = p.updated_at, status_before = 'ACTIVE'
      from chain c join patients s on s.organisation_id = c.organisation_id and s.id = c.survivor_id and s.status <> 'MERGED'
      where p.organisation_id = c.organisation_id and p.id = c.id`,
  `create index patients_survivor on patients (organisation_id, survivor_id) where survivor_id is not null`,
  `create index patients_merged_into on patients (organisation_id, merged_into) where merged_into is not null`,
  `create table patient_changes (
    organisation_id uuid not null, patient_id uuid not null, seq integer not null, at timestamptz not null,
    kind text not null, version integer not null, actor_id uuid not null, actor text not null, device_id uuid, captured_at timestamptz,
    changes jsonb not null, detail jsonb not null, prev_hash text not null, hash text not null,
    primary key (organisation_id, patient_id, seq))`,
  `create trigger patient_changes_append_only before update or delete on patient_changes for each row execute function refuse_change()`,
  `create trigger patient_changes_never_emptied before truncate on patient_changes for each statement execute function refuse_change()`,
  `alter table patient_changes enable always trigger patient_changes_append_only`,
  `alter table patient_changes enable always trigger patient_changes_never_emptied`,
];
