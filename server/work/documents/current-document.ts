import { isImported } from '#domain/consents/consent-origin.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { DOCUMENT_LINK_LENGTH, type FileKind } from '#domain/documents/document-kinds.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { ConsentRow } from '#server/data/consents/consents.ts';
import { newestRevision } from '#server/data/documents/archivals.ts';
import { insertLink } from '#server/data/documents/document-links.ts';
import { documentOf, hasDocument, type DocumentRow } from '#server/data/documents/documents.ts';
import type { Db } from '#server/data/db.ts';
import { hashToken, newToken } from '#server/data/tokens.ts';
import type { Deps } from '#server/deps.ts';

/**
 * The file of a version that is given out: of a signed one the sealed form while it is in force, else the viewing copy with its state, as
 * nobody takes a form that has ended for one in force; of one that was declined the paper of the refusal.
 *
 * @param kind - one of them, whatever the state
 * @throws Refused IMPORTED_NOT_SEALED for an imported version; DOCUMENT_NOT_MADE while it is being made, MOVE_REFUSED where there will be none
 */
export async function currentDocument(
  db: Db,
  consent: Pick<ConsentRow, 'organisation_id' | 'id' | 'status' | 'seal_state' | 'signed_at' | 'refusal_due_at' | 'origin'>,
  kind?: 'SIGNED' | 'VIEW',
): Promise<DocumentRow> {
  refuseImported(consent);
  const { organisation_id: organisationId, id, status } = consent;
  const isSealedForm = consent.seal_state === 'SEALED';
  const wanted = kind ?? kindInForce(status);
  const document = isSealedForm || wanted !== 'SIGNED' ? await documentOf(db, { organisationId, id }, wanted) : undefined;
  // A form in force has no viewing copy.
  const isSigned = consent.signed_at !== null && !(wanted === 'VIEW' && status === 'SIGNED');
  const isOwed = consent.refusal_due_at !== null && wanted !== 'SIGNED';
  const isComing = isSigned || isOwed || (wanted === 'VIEW' && (await hasDocument(db, { organisationId, id }, 'REFUSAL')));
  if (document === undefined) throw isComing ? new Refused('DOCUMENT_NOT_MADE') : moveRefused('NO_DOCUMENT');
  return document;
}

function kindInForce(status: CaseStatus): 'SIGNED' | 'VIEW' | 'REFUSAL' {
  if (status === 'DECLINED') return 'REFUSAL';
  return status === 'SIGNED' ? 'SIGNED' : 'VIEW';
}

/** The archival time stamp up to which a file is given out: the newest, but none where the sealed document itself is asked for. */
export async function downloadRevision(
  db: Db,
  { organisation_id: organisationId, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
  kind: FileKind | undefined,
): Promise<number | null> {
  return kind === 'SIGNED' ? null : newestRevision(db, { organisationId, id });
}

/** @throws Refused IMPORTED_NOT_SEALED for an imported version: every file of it is on paper elsewhere */
export function refuseImported(consent: Pick<ConsentRow, 'origin'>): void {
  if (isImported(consent)) throw new Refused('IMPORTED_NOT_SEALED');
}

/** A ten-minute address of a stored file. @param revision - up to which archival time stamp; null for the sealed bytes alone */
export async function storedAddress(
  db: Db,
  { random, clock, publicOrigin }: Pick<Deps, 'random' | 'clock' | 'publicOrigin'>,
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
  revision: number | null,
): Promise<{ url: string; expiresAt: string }> {
  const token = newToken('d', random);
  const expiresAt = new Date(clock() + DOCUMENT_LINK_LENGTH).toISOString();
  await insertLink(db, { token_hash: hashToken(token), organisation_id, document_id: id, ends_at: expiresAt, revision });
  return { url: `${publicOrigin}/api/document/${token}`, expiresAt };
}
