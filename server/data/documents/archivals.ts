import { sql, type Insertable, type Selectable } from 'kysely';
import { ARCHIVE_AFTER } from '#domain/documents/archival.ts';
import type { Db } from '#server/data/db.ts';
import { documentDedup } from '#server/data/jobs/jobs.ts';
import { KINDS_WITHOUT_SEAL, carriesSeal } from '#server/data/documents/sealed-kinds.ts';
import type { DocumentKind, Tables } from '#server/data/tables/tables.ts';

export type ArchivalRow = Selectable<Tables['archivals']>;
type DocumentKey = { readonly organisationId: string; readonly id: string };

/** When the first stamp of a document is due, ISO; null for a kind that gets none. */
export function firstArchiveAt({ kind, made_at }: { kind: DocumentKind; made_at: string }): string | null {
  return carriesSeal(kind) ? new Date(Date.parse(made_at) + ARCHIVE_AFTER).toISOString() : null;
}

/** The revisions of a document, the oldest first. @param most - up to this one; all when absent */
export async function archivalsOf(db: Db, { organisationId, id }: DocumentKey, most?: number): Promise<ArchivalRow[]> {
  return db
    .selectFrom('archivals')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', id)
    .$if(most !== undefined, (query) => query.where('revision', '<=', most ?? 0))
    .orderBy('revision')
    .execute();
}

/** The number of the newest revision of a document; null where it has none. */
export async function newestRevision(db: Db, { organisationId, id }: DocumentKey): Promise<number | null> {
  const row = await db
    .selectFrom('archivals')
    .select((has) => has.fn.max('revision').as('newest'))
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', id)
    .executeTakeFirst();
  return row?.newest ?? null;
}

/** The sealed bytes and the revisions behind them. */
export function withRevisions(sealed: Uint8Array, revisions: readonly Pick<ArchivalRow, 'bytes'>[]): Buffer {
  return Buffer.concat([sealed, ...revisions.map(({ bytes }) => bytes)]);
}

/** Stores a revision, and when the next one is due, ISO; null for never. */
export async function insertArchival(db: Db, row: Insertable<Tables['archivals']>, dueAt: string | null): Promise<void> {
  await db.insertInto('archivals').values(row).execute();
  await setArchiveDue(db, { organisationId: row.organisation_id, id: row.document_id }, dueAt);
}

export async function setArchiveDue(db: Db, { organisationId, id }: DocumentKey, dueAt: string | null): Promise<void> {
  await db
    .updateTable('documents')
    .set({ archive_due_at: dueAt })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the revisions of a document whose bytes are replaced. */
export async function deleteArchivals(db: Db, { organisationId, id }: DocumentKey): Promise<void> {
  await db.deleteFrom('archivals').where('organisation_id', '=', organisationId).where('document_id', '=', id).execute();
}

/** The document of a version that has been due for a stamp for longest; undefined where none is. @param now - ISO */
export async function documentToArchive(
  db: Db,
  { organisationId, consentID, now }: { organisationId: string; consentID: string; now: string },
): Promise<Selectable<Tables['documents']> | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('consent_id', '=', consentID)
    .where('archive_due_at', '<=', now)
    .where('kind', 'not in', KINDS_WITHOUT_SEAL)
    .orderBy('archive_due_at')
    .limit(1)
    .executeTakeFirst();
}

/** Versions with a document that is due for a stamp although no job waits that will ask for it, the longest due first. */
export async function versionsToArchive(
  db: Db,
  { now, most }: { now: string; most: number },
): Promise<{ organisationId: string; id: string }[]> {
  const prefix = documentDedup('ARCHIVE', '');
  const { rows } = await sql<{ organisationId: string; id: string }>`
    select d.organisation_id as "organisationId", d.consent_id as id from documents d
    where d.archive_due_at <= ${now} and d.kind not in (${sql.join(KINDS_WITHOUT_SEAL)}) and not exists (
      select from jobs j where j.organisation_id = d.organisation_id and j.dedup = ${prefix} || d.consent_id and j.state = 'DUE')
    order by d.archive_due_at limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** The revisions of all documents of a case. */
export async function archivalsOfCase(
  db: Db,
  { organisationId, caseId }: { organisationId: string; caseId: string },
): Promise<(ArchivalRow & { sealed: Uint8Array; sealedSha256: string })[]> {
  return db
    .selectFrom('archivals as a')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'a.document_id').onRef('d.organisation_id', '=', 'a.organisation_id'),
    )
    .innerJoin('consents as v', (join) =>
      join.onRef('v.id', '=', 'd.consent_id').onRef('v.organisation_id', '=', 'd.organisation_id'),
    )
    .selectAll('a')
    .select(['d.bytes as sealed', 'd.sha256 as sealedSha256'])
    .where('v.organisation_id', '=', organisationId)
    .where('v.case_id', '=', caseId)
    .orderBy('a.document_id')
    .orderBy('a.revision')
    .execute();
}

/** The files of a version that carry archival time stamps, by their digests; `madeAt` ISO. */
export async function archivedFilesOf(
  db: Db,
  { organisationId, id }: DocumentKey,
): Promise<{ kind: 'ARCHIVAL'; madeAt: string; sha256: string }[]> {
  const rows = await db
    .selectFrom('archivals as a')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 'a.document_id').onRef('d.organisation_id', '=', 'a.organisation_id'),
    )
    .select(['a.stamped_at', 'a.sha256'])
    .where('d.organisation_id', '=', organisationId)
    .where('d.consent_id', '=', id)
    .execute();
  return rows.map(({ stamped_at: madeAt, sha256 }) => ({ kind: 'ARCHIVAL', madeAt, sha256 }));
}
