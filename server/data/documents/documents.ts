import { BESIDE_EVENTS, UNSEALED_KINDS, type BesideKind } from '#domain/documents/document-kinds.ts';
import type { TimelineEventType } from '#domain/cases/timeline.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { archivedFilesOf, deleteArchivals, firstArchiveAt } from './archivals.ts';
import { asShown, type ConsentKey } from '#server/data/consents/consents.ts';
import type { DocumentKind, Tables } from '#server/data/tables/tables.ts';

export type DocumentRow = Selectable<Tables['documents']>;

/** The document of this kind; of several of one kind the newest, or the one with this digest. */
export async function documentOf(db: Db, key: ConsentKey, kind: DocumentKind, sha256?: string): Promise<DocumentRow | undefined> {
  return documentsOf(db, key, kind)
    .selectAll()
    .$if(sha256 !== undefined, (query) => query.where('sha256', '=', sha256 ?? ''))
    .orderBy('made_at', 'desc')
    .executeTakeFirst();
}

/** Whether a document of this kind of a version is stored. */
export async function hasDocument(db: Db, key: ConsentKey, kind: DocumentKind): Promise<boolean> {
  return (await documentsOf(db, key, kind).select('id').limit(1).executeTakeFirst()) !== undefined;
}

function documentsOf(db: Db, { organisationId, id }: ConsentKey, kind: DocumentKind) {
  return db
    .selectFrom('documents')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('kind', '=', kind);
}

/** Whether a file with this digest is the scan of another version of the organisation. */
export async function isScanOfOther(db: Db, { organisationId, id }: ConsentKey, sha256: string): Promise<boolean> {
  const other = await db
    .selectFrom('documents')
    .select('id')
    .where('sha256', '=', sha256)
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'SCAN')
    .where('consent_id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Inserts a document. A second one of the same kind for the same version is refused by the table itself. */
export async function insertDocument(db: Db, row: Insertable<Tables['documents']>): Promise<void> {
  await db
    .insertInto('documents')
    .values({ ...row, archive_due_at: firstArchiveAt(row) })
    .execute();
}

/**
 * The version to which a file of exactly these bytes belongs, and the kind of the file. A sealed document that somebody uploaded as a
 * scan as well is the sealed one.
 *
 * @param sha256 - 64 hex
 */
export async function consentOfFile(db: Db, sha256: string) {
  const files = db
    .selectFrom('documents')
    .select(['organisation_id', 'consent_id', 'kind', 'made_at'])
    .where('sha256', '=', sha256)
    .unionAll(
      db
        .selectFrom('drawn_files')
        .select(['organisation_id', 'consent_id', (has) => has.ref('kind').$castTo<DocumentKind>().as('kind'), 'made_at'])
        .where('sha256', '=', sha256),
    )
    .unionAll(
      // A file with archival time stamps answers as the document that it archives.
      db
        .selectFrom('archivals as a')
        .innerJoin('documents as d', (join) =>
          join.onRef('d.id', '=', 'a.document_id').onRef('d.organisation_id', '=', 'a.organisation_id'),
        )
        .select(['d.organisation_id', 'd.consent_id', 'd.kind', 'd.made_at'])
        .where('a.sha256', '=', sha256),
    );
  const row = await db
    .selectFrom(files.as('d'))
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'd.consent_id').onRef('v.organisation_id', '=', 'd.organisation_id'),
    )
    .innerJoin('cases as c', (join) => join.onRef('c.organisation_id', '=', 'v.organisation_id').onRef('c.id', '=', 'v.case_id'))
    .selectAll('v')
    .select(['c.operator_id', 'c.ended', 'd.kind as fileKind', 'd.made_at as fileMadeAt'])
    .orderBy((is) => is('d.kind', 'in', UNSEALED_KINDS))
    .orderBy('d.made_at')
    .executeTakeFirst();
  return row && asShown(row);
}

/** Records the digest of a file that was drawn; the same file again is recorded once. */
export async function insertDrawnFile(db: Db, row: Selectable<Tables['drawn_files']>): Promise<void> {
  await db
    .insertInto('drawn_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'consent_id', 'sha256']).doNothing())
    .execute();
}

/** A file of a version by its digest; `madeAt` ISO. */
export type FileDigest = { readonly kind: DocumentKind; readonly madeAt: string; readonly sha256: string };

/** The files of a version, stored ones and forms that were drawn, in the order in which they were made; audit files are left out. */
export async function filesOfVersion(db: Db, { organisationId, id }: ConsentKey): Promise<FileDigest[]> {
  const of = (table: 'documents' | 'drawn_files') =>
    db
      .selectFrom(table)
      .select(['kind', 'made_at as madeAt', 'sha256'])
      .where('organisation_id', '=', organisationId)
      .where('consent_id', '=', id)
      .where('kind', '!=', 'AUDIT')
      .execute();
  const files: FileDigest[] = [
    ...(await of('documents')),
    ...(await of('drawn_files')),
    ...(await archivedFilesOf(db, { organisationId, id })),
  ];
  return files.toSorted((one, other) => Date.parse(one.madeAt) - Date.parse(other.madeAt));
}

/** Deletes the document of one event, with the addresses of it that were given out. */
export async function deleteDocumentOfEvent(
  db: Db,
  { organisationId, id, eventId }: ConsentKey & { eventId: string },
): Promise<void> {
  const documents = db
    .selectFrom('documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('event_id', '=', eventId);
  await db
    .deleteFrom('document_links')
    .where('organisation_id', '=', organisationId)
    .where('document_id', 'in', documents)
    .execute();
  await db
    .deleteFrom('documents')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('event_id', '=', eventId)
    .execute();
}

/** All stored documents of a case, with their bytes. */
export async function documentsOfCase(
  db: Db,
  { organisationId, caseId }: { organisationId: string; caseId: string },
): Promise<Pick<DocumentRow, 'bytes' | 'sha256' | 'kind'>[]> {
  return db
    .selectFrom('documents as d')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'd.consent_id').onRef('v.organisation_id', '=', 'd.organisation_id'),
    )
    .select(['d.bytes', 'd.sha256', 'd.kind'])
    .where('v.organisation_id', '=', organisationId)
    .where('v.case_id', '=', caseId)
    .execute();
}

/** Stores another file in the place of one, with the same id and without the time stamps of the former. */
export async function replaceDocument(
  db: Db,
  {
    organisation_id,
    id,
    ...row
  }: Pick<DocumentRow, 'organisation_id' | 'id' | 'kind' | 'sha256' | 'bytes' | 'level' | 'made_at'>,
): Promise<void> {
  await deleteArchivals(db, { organisationId: organisation_id, id });
  await db
    .updateTable('documents')
    .set({ ...row, archive_due_at: firstArchiveAt(row) })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .execute();
}

/** Archives the viewing copy of a state that is over: it was given out, and stays authentic. A new one may then be made. */
export async function archiveViewingCopy(db: Db, { organisationId, id }: ConsentKey): Promise<void> {
  await db
    .updateTable('documents')
    .set({ kind: 'VIEW_EARLIER' })
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('kind', '=', 'VIEW')
    .execute();
}

// After each end of a version a copy is made that shows it.
const EVENTS_OF = { SIGNED: ['SEALED'], VIEW: ['COPY_MADE', 'WITHDRAWN', 'SUPERSEDED', 'VOIDED'] } as const;

/**
 * The digest that the timeline tells of a version's sealed document, or of the viewing copy with its present state; undefined before
 * that is made.
 */
export async function toldDigest(db: Db, key: ConsentKey, kind: keyof typeof EVENTS_OF): Promise<string | undefined> {
  const last = await eventsAbout(db, key, EVENTS_OF[kind]).limit(1).executeTakeFirst();
  const sha256 = last?.detail['sha256'];
  return typeof sha256 === 'string' ? sha256 : undefined;
}

/** The ids of the events of a version that have a document of their own. */
export async function eventsWithDocument(db: Db, { organisationId, id }: ConsentKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom('documents')
    .select('event_id')
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', id)
    .where('event_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ event_id }) => event_id ?? []));
}

/** Whether the timeline tells that a viewing copy with this digest was made, for this end of the version or an earlier one. */
export async function isCopyInTimeline(db: Db, key: ConsentKey, sha256: string): Promise<boolean> {
  return isInTimeline(db, key, { sha256, type: 'COPY_MADE' });
}

/** Whether an event of this type tells of a file of a version with this digest. */
export async function isInTimeline(
  db: Db,
  key: ConsentKey,
  { sha256, type }: { sha256: string; type: 'COPY_MADE' | 'SCAN_UPLOADED' | 'ARCHIVED' | (typeof BESIDE_EVENTS)[BesideKind] },
): Promise<boolean> {
  const copies = await eventsAbout(db, key, [type]).execute();
  return copies.some(({ detail }) => detail['sha256'] === sha256);
}

/** Events about a version, the newest first. */
function eventsAbout(db: Db, { organisationId, id }: ConsentKey, types: readonly TimelineEventType[]) {
  return db
    .selectFrom('timeline as t')
    .innerJoin('consents as v', (join) =>
      join.onRef('v.organisation_id', '=', 't.organisation_id').onRef('v.case_id', '=', 't.case_id'),
    )
    .select('t.detail')
    .where('v.organisation_id', '=', organisationId)
    .where('v.id', '=', id)
    .where('t.version_id', '=', id)
    .where('t.type', 'in', types)
    .orderBy('t.seq', 'desc');
}
