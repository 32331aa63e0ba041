import type { ImportMapping } from '#domain/imports/import-columns.ts';
import type { ImportSubject } from '#domain/imports/import-table.ts';
import { canonical } from '#domain/base/canonical.ts';
import type { Insertable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { json } from '#server/data/json.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { sha256Hex } from '#server/sha256.ts';

/** Imported rows of one statement: none takes so long that the database ends it [choice]. */
export const ROWS_PER_STATEMENT = 500;

type ImportRef = { readonly organisationId: string; readonly subject: ImportSubject };
export type EarlierImport = { at: string; by: string; created: number };

/** The mapping that was committed last for these headings, in whatever order. */
export async function mappingOf(
  db: Db,
  { organisationId, subject }: ImportRef,
  headings: readonly string[],
): Promise<ImportMapping | undefined> {
  const found = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('organisation_id', '=', organisationId)
    .where('subject', '=', subject)
    .where('headings_sha256', '=', headingsDigest(headings))
    .executeTakeFirst();
  return found?.mapping;
}

/** Mappings whose headings find the line of headings in a file: the last ones committed, so that a read costs the same for ever [choice]. */
const MAPPINGS_KNOWN = 100;

/** The headings to which somebody here gave a field in one of the last imports. */
export async function mappedHeadings(db: Db, { organisationId, subject }: ImportRef): Promise<string[]> {
  const mappings = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('organisation_id', '=', organisationId)
    .where('subject', '=', subject)
    .orderBy('updated_at', 'desc')
    .limit(MAPPINGS_KNOWN)
    .execute();
  return mappings.flatMap(({ mapping }) =>
    Object.entries(mapping).flatMap(([heading, field]) => (field === null ? [] : [heading])),
  );
}

export async function saveMapping(
  db: Db,
  { organisationId, subject }: ImportRef,
  { mapping, now, userId }: { mapping: ImportMapping; now: string; userId: string },
): Promise<void> {
  const change = { mapping: json(mapping), updated_at: now, updated_by: userId };
  await db
    .insertInto('import_mappings')
    .values({
      organisation_id: organisationId,
      subject,
      headings_sha256: headingsDigest(Object.keys(mapping)),
      ...change,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'subject', 'headings_sha256']).doUpdateSet(change))
    .execute();
}

/** The last import of the file with this digest. */
export async function importBefore(
  db: Db,
  { organisationId, subject }: ImportRef,
  digest: string,
): Promise<EarlierImport | null> {
  const found = await db
    .selectFrom('import_files')
    .select(['at', 'user_name as by', 'created'])
    .where('organisation_id', '=', organisationId)
    .where('subject', '=', subject)
    .where('digest', '=', digest)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export async function insertImportFile(db: Db, file: Insertable<Tables['import_files']>): Promise<void> {
  await db.insertInto('import_files').values(file).execute();
}

function headingsDigest(headings: readonly string[]): string {
  return sha256Hex(canonical(headings.toSorted()));
}
