import { BESIDE_EVENTS, isBesideKind } from '#domain/documents/document-kinds.ts';
import { INTEGRITY_FAULTS, type IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { Db } from '#server/data/db.ts';
import { archivalsOf, withRevisions } from '#server/data/documents/archivals.ts';
import { isInTimeline, toldDigest, type DocumentRow } from '#server/data/documents/documents.ts';
import { Refused } from '#server/api-error.ts';
import type { Context } from '#server/http/serve.ts';
import { sha256Hex } from '#server/sha256.ts';

/**
 * The bytes of a stored document, after they were compared with their digest, and the digest with the one that the timeline of its
 * own version says was sealed.
 *
 * @throws Refused DOCUMENT_NOT_MADE for a viewing copy that no event tells of, which is made anew
 * @throws Refused DOCUMENT_ALTERED for any other bytes; the security log and the log then say which version it is
 */
export async function intactDocument(
  { db, deps, address }: Pick<Context, 'db' | 'deps' | 'address'>,
  document: DocumentRow,
): Promise<Uint8Array> {
  const fault = await documentFault(db, document);
  if (fault === undefined) return document.bytes;
  if (fault === 'NOT_TOLD') throw new Refused('DOCUMENT_NOT_MADE');
  throw await refuseAltered({ db, deps, address }, { document, fault });
}

/**
 * As {@link intactDocument}, with the archival time stamps behind the sealed bytes, after these too were compared with their digest and
 * the timeline. @param revision - up to this one; null for the sealed bytes alone
 */
export async function intactArchive(
  context: Pick<Context, 'db' | 'deps' | 'address'>,
  document: DocumentRow,
  revision: number | null,
): Promise<Uint8Array> {
  const sealed = await intactDocument(context, document);
  if (revision === null) return sealed;
  const { organisation_id: organisationId, consent_id: id } = document;
  const revisions = await archivalsOf(context.db, { organisationId, id: document.id }, revision);
  const file = withRevisions(sealed, revisions);
  const sha256 = revisions.at(-1)?.sha256 ?? '';
  const isRecorded = await isInTimeline(context.db, { organisationId, id }, { sha256, type: 'ARCHIVED' });
  if (isRecorded && sha256Hex(file) === sha256) return file;
  throw await refuseAltered(context, { document, fault: isRecorded ? 'DOCUMENT_CHANGED' : 'DOCUMENT_EXCHANGED' });
}

/** The fault of a stored document, undefined for a sound one; NOT_TOLD for a viewing copy that no event tells of. */
export async function documentFault(
  db: Db,
  { organisation_id: organisationId, consent_id: id, bytes, sha256, kind }: DocumentRow,
): Promise<IntegrityFault | 'NOT_TOLD' | undefined> {
  const key = { organisationId, id };
  const expected = kind === 'SIGNED' || kind === 'VIEW' ? await toldDigest(db, key, kind) : sha256;
  if (kind === 'VIEW' && expected === undefined) return 'NOT_TOLD';
  const type = isBesideKind(kind) ? BESIDE_EVENTS[kind] : kind === 'SCAN' ? 'SCAN_UPLOADED' : undefined;
  const isUnrecorded = type !== undefined && !(await isInTimeline(db, key, { sha256, type }));
  if (sha256Hex(bytes) !== sha256) return 'DOCUMENT_CHANGED';
  return expected !== sha256 || isUnrecorded ? 'DOCUMENT_EXCHANGED' : undefined;
}

/** Tells the log and the security log of an altered document. @returns what the caller is refused with */
async function refuseAltered(
  { db, deps, address }: Pick<Context, 'db' | 'deps' | 'address'>,
  { document, fault }: { document: DocumentRow; fault: IntegrityFault },
): Promise<Refused> {
  const { organisation_id: organisationId, consent_id: id } = document;
  deps.log.error('a stored document was altered and is not given out', { error: fault, detail: `consent ${id}` });
  const detail = INTEGRITY_FAULTS[fault];
  await insertSecurityEvent(db, deps, { organisationId, type: 'RECORD_ALTERED', subject: `consent ${id}`, address, detail });
  return new Refused('DOCUMENT_ALTERED');
}
