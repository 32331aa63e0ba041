import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { EndAct, VersionOfEnd } from '#domain/cases/end-acts.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type CaseEndRow = Selectable<Tables['case_ends']>;
type CaseKey = { readonly organisationId: string; readonly caseId: string };

/** An act that ended a case, as the rule of ends reads it, with its row. */
export type StoredEndAct = EndAct & { readonly row: CaseEndRow };

/** The acts that ended a case, undone ones too, in the order of their arrival. */
export async function endActsOf(db: Db, { organisationId, caseId }: CaseKey): Promise<StoredEndAct[]> {
  const rows = await db
    .selectFrom('case_ends')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('case_id', '=', caseId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    on: row.ended_on,
    at: row.captured_at,
    isUndone: row.undone_at !== null,
    row,
  }));
}

/** The versions of a case as its end depends on them. A tablet's signature counts from when it was made, if its clock says so. */
export async function versionsOfEnd(db: Db, { organisationId, caseId }: CaseKey): Promise<VersionOfEnd[]> {
  return db
    .selectFrom('consents as v')
    .select([
      'v.id',
      'v.version_number as number',
      'v.status',
      'v.created_at as createdAt',
      'v.withdrawn_at as withdrawnAt',
      'v.signed_at as agesFrom',
    ])
    .select(
      sql<
        string | null
      >`case when v.signed_at is null then null else least(v.signed_at, (select max(s.captured_at + coalesce(cast(s.given ->> 'clockOffset' as double precision), 0) * interval '1 millisecond') from signatures s
        where s.organisation_id = v.organisation_id and s.consent_id = v.id and s.cancelled_at is null)) end`.as('signedAt'),
    )
    .where('v.organisation_id', '=', organisationId)
    .where('v.case_id', '=', caseId)
    .where('v.deleted_at', 'is', null)
    .execute();
}

export async function insertCaseEnd(db: Db, row: Insertable<Tables['case_ends']>): Promise<void> {
  await db.insertInto('case_ends').values(row).execute();
}

/** Changes acts of a case by their ids. */
export async function updateCaseEnds(
  db: Db,
  { organisationId, ids }: { readonly organisationId: string; readonly ids: readonly string[] },
  change: Updateable<Tables['case_ends']>,
): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('case_ends').set(change).where('organisation_id', '=', organisationId).where('id', 'in', ids).execute();
}
