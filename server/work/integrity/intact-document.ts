import { BESIDE_EVENTS, isBesideKind } from '#domain/documents/document-kinds.ts';
import { INTEGRITY_FAULTS, type IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
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
  const { organisation_id: organisationId, consent_id: id, bytes, sha256, kind } = document;
  const key = { organisationId, id };
  const expected = kind === 'SIGNED' || kind === 'VIEW' ? await toldDigest(db, key, kind) : sha256;
  if (kind === 'VIEW' && expected === undefined) throw new Refused('DOCUMENT_NOT_MADE');
  const type = isBesideKind(kind) ? BESIDE_EVENTS[kind] : kind === 'SCAN' ? 'SCAN_UPLOADED' : undefined;
  const isUnrecorded = type !== undefined && !(await isInTimeline(db, key, { sha256, type }));
  const isExchanged = expected !== sha256 || isUnrecorded;
  const fault: IntegrityFault | undefined =
    sha256Hex(bytes) !== sha256 ? 'DOCUMENT_CHANGED' : isExchanged ? 'DOCUMENT_EXCHANGED' : undefined;
  if (fault === undefined) return bytes;
  deps.log.error('a stored document was altered and is not given out', { error: fault, detail: `consent ${id}` });
  const detail = INTEGRITY_FAULTS[fault];
  await insertSecurityEvent(db, deps, { organisationId, type: 'RECORD_ALTERED', subject: `consent ${id}`, address, detail });
  throw new Refused('DOCUMENT_ALTERED');
}
