import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import type { ConsentKey } from './consents.ts';
import type { DocumentKind, Tables } from '#server/data/tables.ts';

export type DocumentRow = Selectable<Tables['documents']>;

export async function documentOf(
  db: Db,
  { organisationId, id }: ConsentKey,
  kind: DocumentKind,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Inserts a document. A second one of the same kind for the same version is refused by the table itself. */
export async function insertDocument(db: Db, row: DocumentRow): Promise<void> {
  await db.insertInto('documents').values(row).execute();
}

/** The version to which a file of exactly these bytes belongs, and the kind of the file. @param sha256 - 64 hex */
export async function consentOfFile(db: Db, sha256: string) {
  return db
    .selectFrom('documents as d')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'd.consent_id').onRef('v.organisation_id', '=', 'd.organisation_id'),
    )
    .selectAll('v')
    .select('d.kind as fileKind')
    .where('d.sha256', '=', sha256)
    .where('d.kind', 'in', ['SIGNED', 'VIEW', 'TIMESTAMP'])
    .executeTakeFirst();
}

export async function insertLink(db: Db, link: Selectable<Tables['document_links']>): Promise<void> {
  await db.insertInto('document_links').values(link).execute();
}

export async function documentByLink(db: Db, tokenHash: string, now: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document_links as l')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'l.document_id').onRef('d.organisation_id', '=', 'l.organisation_id'),
    )
    .selectAll('d')
    .where('l.token_hash', '=', tokenHash)
    .where('l.ends_at', '>', now)
    .executeTakeFirst();
}

/** All stored documents of a case, with their bytes. */
export async function documentsOfCase(
  db: Db,
  { organisationId, caseId }: { organisationId: string; caseId: string },
): Promise<Pick<DocumentRow, 'bytes' | 'sha256'>[]> {
  return db
    .selectFrom('documents as d')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'd.consent_id').onRef('v.organisation_id', '=', 'd.organisation_id'),
    )
    .select(['d.bytes', 'd.sha256'])
    .where('v.organisation_id', '=', organisationId)
    .where('v.case_id', '=', caseId)
    .execute();
}

/** Stores another file in the place of one, with the same id. */
export async function replaceDocument(
  db: Db,
  { organisation_id, id, ...row }: Pick<DocumentRow, 'organisation_id' | 'id' | 'sha256' | 'bytes' | 'level' | 'made_at'>,
): Promise<void> {
  await db.updateTable('documents').set(row).where('organisation_id', '=', organisation_id).where('id', '=', id).execute();
}

const EVENT_OF = { SIGNED: 'SEALED', VIEW: 'COPY_MADE' } as const;

/** The digest that the timeline tells of a version's sealed document or viewing copy; undefined before it is made. */
export async function toldDigest(
  db: Db,
  { organisationId, id }: ConsentKey,
  kind: keyof typeof EVENT_OF,
): Promise<string | undefined> {
  const event = await db
    .selectFrom('timeline as t')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 't.organisation_id').onRef('v.case_id', '=', 't.case_id'),
    )
    .select('t.detail')
    .where('v.organisation_id', '=', organisationId)
    .where('v.id', '=', id)
    .where('t.version_id', '=', id)
    .where('t.type', '=', EVENT_OF[kind])
    .orderBy('t.seq', 'desc')
    .executeTakeFirst();
  const sha256 = event?.detail['sha256'];
  return typeof sha256 === 'string' ? sha256 : undefined;
}
