import { sql, type Kysely } from 'kysely';

/**
 * The log of readings, to which lines are only added; and beside each event of a case and each change of a patient's details who made it,
 * on which tablet and from which network address. These come from settings of the transaction, so that every writer has them; events
 * from before have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** A column that the transaction of the call fills; null outside of one. */
const fromCall = (setting: string, type: 'uuid' | 'text') =>
  `default nullif(current_setting('assent.${setting}', true), '')::${type}`;

const STATEMENTS = [
  `create table access_log (
    organisation_id uuid not null, chain_id uuid not null, seq integer not null, id uuid not null, at timestamptz not null,
    act text not null, call text not null, user_id uuid, actor text, role text not null, patient_id uuid, case_id uuid,
    device_id uuid, address text not null, why text not null, detail text not null, prev_hash text not null, hash text not null,
    primary key (organisation_id, chain_id, seq))`,
  `create index access_log_at on access_log (organisation_id, at, id)`,
  `create index access_log_patient on access_log (organisation_id, patient_id, at, id) where patient_id is not null`,
  `create index access_log_user on access_log (organisation_id, user_id, at, id) where user_id is not null`,
  `create index access_log_reasons on access_log (organisation_id, at, id) where act = 'REASON'`,
  `create trigger access_log_append_only before update or delete on access_log for each row execute function refuse_change()`,
  `create trigger access_log_never_emptied before truncate on access_log for each statement execute function refuse_change()`,
  `alter table access_log enable always trigger access_log_append_only`,
  `alter table access_log enable always trigger access_log_never_emptied`,
  // A default of a new column would be written into every row there is.
  `alter table timeline add column user_id uuid, add column device_id uuid, add column address text`,
  `alter table timeline alter column user_id set ${fromCall('user', 'uuid')}, alter column device_id set ${fromCall('device', 'uuid')},
    alter column address set ${fromCall('address', 'text')}`,
  `alter table patient_changes add column address text`,
  `alter table patient_changes alter column address set ${fromCall('address', 'text')}`,
  `create index timeline_user on timeline (organisation_id, user_id, at, id) where user_id is not null`,
  `create index patient_changes_actor on patient_changes (organisation_id, actor_id, at)`,
  `create index security_log_actor on security_log (organisation_id, actor_id, at, id) where actor_id is not null`,
];
