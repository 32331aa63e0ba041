import type { DeletionCertificate } from '#domain/organisation/retention.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#server/data/db.ts';
import { pageOf, type Paged, type ResultPage } from '#server/data/paging.ts';
import type { Tables } from '#server/data/tables/tables.ts';

type CertificateRow = Selectable<Tables['deletion_certificates']>;

/** The subject of the line of the security log that names a certificate. */
export function certificateSubject(id: string): string {
  return `certificate ${id}`;
}

/** The certificates of an organisation, newest first. */
export async function listCertificates(db: Db, organisationId: string, at: ResultPage): Promise<Paged<DeletionCertificate>> {
  const all = db.selectFrom('deletion_certificates').where('organisation_id', '=', organisationId);
  const page = await pageOf(db, { rows: all.select('content').orderBy('at', 'desc').orderBy('id', 'desc'), all }, at);
  return { ...page, records: page.records.map(({ content }) => content) };
}

/** Up to 500 certificates, in the order of their ids. @param after - the last one of the page before */
export async function certificatesAfter(db: Db, organisationId: string, after: string | undefined): Promise<CertificateRow[]> {
  let query = db.selectFrom('deletion_certificates').selectAll().where('organisation_id', '=', organisationId);
  if (after !== undefined) query = query.where('id', '>', after);
  return query.orderBy('id').limit(500).execute();
}

/** Up to 500 lines of the security log that name certificates, with their digests. @param after - place of the last one before */
export async function deletionLinesAfter(
  db: Db,
  organisationId: string,
  after: number,
): Promise<{ seq: number | null; subject: string | null; detail: string }[]> {
  return db
    .selectFrom('security_log')
    .select(['seq', 'subject', 'detail'])
    .where('organisation_id', '=', organisationId)
    .where('type', '=', 'RECORD_DELETED')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(500)
    .execute();
}
