import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/** A sealed document by its digest; triggers of the database write these rows. */
export type DocumentDigest = Selectable<Tables['document_digests']>;

/** The facts of a sealed document, deleted or not; undefined where none with this digest was ever stored. */
export function documentDigest(db: Db, sha256: string): Promise<DocumentDigest | undefined> {
  return db.selectFrom('document_digests').selectAll().where('sha256', '=', sha256).executeTakeFirst();
}

/** Notes when the documents of these versions are deleted, by the server's clock, in the transaction that deletes them. */
export async function digestsGone(
  db: Db,
  { organisationId, consents, now }: { organisationId: string; consents: readonly string[]; now: string },
): Promise<void> {
  if (consents.length === 0) return;
  const documents = db
    .selectFrom('documents')
    .select('sha256')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', 'in', consents);
  const archived = db
    .selectFrom('archivals as a')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'a.document_id').onRef('d.organisation_id', '=', 'a.organisation_id'),
    )
    .select('a.sha256')
    .where('d.organisation_id', '=', organisationId)
    .where('d.consent_id', 'in', consents);
  await db
    .updateTable('document_digests')
    .set({ gone_at: now })
    .where((is) => is.or([is('sha256', 'in', documents), is('sha256', 'in', archived)]))
    .execute();
}
