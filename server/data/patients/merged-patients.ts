import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { visiblePatients, type PatientRow, type PatientVisibility } from './patients.ts';

type Ref = { readonly organisationId: string; readonly id: string };

/**
 * Locks what a merge, or its undoing, changes: the patient, those who are merged into it, and the other record, in the order of their
 * ids, so that merges of the same records come one after another.
 *
 * @param otherId - the record to merge into; absent for the one that the patient is merged into
 */
export async function lockMerge(db: Db, { organisationId, id, otherId }: Ref & { otherId?: string }): Promise<void> {
  const other =
    otherId === undefined
      ? sql`select merged_into from patients where organisation_id = ${organisationId} and id = ${id}`
      : sql`select cast(${otherId} as uuid)`;
  await sql`select from patients where organisation_id = ${organisationId} and id = any(array(
    select cast(${id} as uuid) union ${other} union select id from (${recordsBelow({ organisationId, id })}) as merged))
    order by id for update`.execute(db);
}

/**
 * A patient's record, the record in use where that is merged, and those that are merged into it, directly or through others: as far as
 * the reader may see them, the oldest first, in one statement.
 */
export async function recordsAround(db: Db, reach: PatientVisibility, id: string): Promise<PatientRow[]> {
  const { organisationId } = reach;
  return visiblePatients(db, reach)
    .selectAll()
    .where(
      sql<boolean>`patients.id = any(array(select cast(${id} as uuid)
        union all select x.survivor_id from patients x where x.organisation_id = ${organisationId} and x.id = ${id}
        union all select x.id from patients x where x.organisation_id = ${organisationId} and x.survivor_id = ${id}))`,
    )
    .orderBy('number')
    .execute();
}

/**
 * Lets the records that are merged into this one stand on another; their versions rise, as tablets show on which one they stand.
 *
 * @returns the records that moved
 */
export async function moveMerged(
  db: Db,
  { organisationId, id }: Ref,
  { to, now }: { to: string; now: string },
): Promise<Pick<PatientRow, 'organisation_id' | 'id' | 'version'>[]> {
  const { rows } = await sql<
    Pick<PatientRow, 'organisation_id' | 'id' | 'version'>
  >`update patients set survivor_id = ${to}, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and id = any(array(${recordsBelow({ organisationId, id })}))
    returning organisation_id, id, version`.execute(db);
  return rows;
}

/** Hides the contact details of the records that are merged into this one. @returns the rows that changed */
export async function hideMerged(db: Db, { organisationId, id }: Ref, now: string): Promise<PatientRow[]> {
  return db
    .updateTable('patients')
    .set({ restricted: true, version: sql`version + 1`, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('survivor_id', '=', id)
    .where('restricted', '=', false)
    .returningAll()
    .execute();
}

/** The ids of all records that are merged into this one, directly or through others. */
export function recordsBelow({ organisationId, id }: Ref) {
  return sql`with recursive below as (
      select b.id from patients b where b.organisation_id = ${organisationId} and b.merged_into = ${id}
      union select b.id from below a join patients b on b.organisation_id = ${organisationId} and b.merged_into = a.id)
    select id from below`;
}

/** The record of this number and those that stand on it: their ids, or their numbers. */
export function recordsOfNumber(
  { organisationId, number }: { organisationId: string; number: number },
  column: 'id' | 'number',
): RawBuilder<unknown> {
  return sql`select ${sql.ref(`o.${column}`)} from patients o where o.organisation_id = ${organisationId} and o.number = ${number}
    union select ${sql.ref(`m.${column}`)} from patients s join patients m on m.organisation_id = s.organisation_id and m.survivor_id = s.id
      where s.organisation_id = ${organisationId} and s.number = ${number}`;
}
