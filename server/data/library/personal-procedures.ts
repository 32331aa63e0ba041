import type { StoredSection } from '#domain/library/stored-section.ts';
import { sql, type Selectable } from 'kysely';
import { json } from '#server/data/json.ts';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export type PersonalRow = Selectable<Tables['personal_procedures']>;
type Owner = { readonly organisationId: string; readonly userId: string };

/** A person's own copy of a procedure, locked until this transaction ends; a first one is stored without sections. */
export async function lockPersonal(
  db: Db,
  { organisationId, userId, procedureID }: Owner & { readonly procedureID: string },
  first: { readonly baseVersion: number; readonly now: string },
): Promise<PersonalRow> {
  await db
    .insertInto('personal_procedures')
    .values({
      organisation_id: organisationId,
      user_id: userId,
      procedure_id: procedureID,
      base_version: first.baseVersion,
      sections: json([]),
      revision: 0,
      updated_at: first.now,
      former: json([]),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('personal_procedures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('procedure_id', '=', procedureID)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type PersonalChange = {
  readonly baseVersion: number;
  readonly sections: readonly StoredSection[];
  readonly former: readonly string[];
  readonly now: string;
};

/** Stores a person's own sections of a procedure as the next revision. */
export async function updatePersonal(db: Db, row: PersonalRow, change: PersonalChange): Promise<void> {
  await db
    .updateTable('personal_procedures')
    .set({
      base_version: change.baseVersion,
      sections: json([...change.sections]),
      former: json([...change.former]),
      revision: row.revision + 1,
      updated_at: change.now,
    })
    .where('organisation_id', '=', row.organisation_id)
    .where('user_id', '=', row.user_id)
    .where('procedure_id', '=', row.procedure_id)
    .execute();
}

/** How much a person has of own sections for other procedures than this one: procedures, and characters as they are stored. */
export async function personalSizeBeside(
  db: Db,
  { organisationId, userId, procedureID }: Owner & { readonly procedureID: string },
): Promise<{ procedures: number; size: number }> {
  return db
    .selectFrom('personal_procedures')
    .select([sql<number>`count(*)::int`.as('procedures'), sql<number>`coalesce(sum(length(sections::text)), 0)::int`.as('size')])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('procedure_id', '!=', procedureID)
    .where(sql<boolean>`sections <> '[]'::jsonb`)
    .executeTakeFirstOrThrow();
}

/** A person's own copies of these procedures, in no order. */
export async function personalOf(
  db: Db,
  { organisationId, userId }: Owner,
  procedureIDs: readonly string[],
): Promise<PersonalRow[]> {
  if (procedureIDs.length === 0) return [];
  return db
    .selectFrom('personal_procedures')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('procedure_id', 'in', procedureIDs)
    .execute();
}
