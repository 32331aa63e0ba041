import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { DocumentRow } from '#server/data/documents/documents.ts';
import type { Tables } from '#server/data/tables/tables.ts';

export async function insertLink(db: Db, link: Selectable<Tables['document_links']>): Promise<void> {
  await db.insertInto('document_links').values(link).execute();
}

/** `revision`: up to which archival time stamp the file is given; null for the sealed bytes alone */
export async function documentByLink(
  db: Db,
  tokenHash: string,
  now: string,
): Promise<(DocumentRow & { revision: number | null }) | undefined> {
  return db
    .selectFrom('document_links as l')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'l.document_id').onRef('d.organisation_id', '=', 'l.organisation_id'),
    )
    .selectAll('d')
    .select('l.revision')
    .where('l.token_hash', '=', tokenHash)
    .where('l.ends_at', '>', now)
    .executeTakeFirst();
}
