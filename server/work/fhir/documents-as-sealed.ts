import { INTEGRITY_FAULTS, type IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { SealedDocument, TimelineFacts } from '#server/data/documents/sealed-documents.ts';
import { Refused } from '#server/api-error.ts';
import type { Context } from '#server/http/serve.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { RecordVersionParts } from './record-parts.ts';

type Compared = {
  readonly stored: readonly SealedDocument[];
  readonly facts: Pick<TimelineFacts, 'isSealed'>;
  readonly bytesFor: (documents: readonly SealedDocument[]) => Promise<ReadonlyMap<string, Uint8Array>>;
};

/**
 * The sealed documents of a record, each version's form before its addenda, after their digests were compared with those that the
 * timelines tell of, and the bytes with their digests. As for a single download, an altered one is given to nobody.
 *
 * @throws Refused DOCUMENT_ALTERED; the security log and the log then say which version it is
 */
export async function documentsAsSealed(
  around: Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'address'>,
  { stored, facts, bytesFor }: Compared,
): Promise<RecordVersionParts['documents']> {
  for (const document of stored) if (!facts.isSealed(document)) await refuseAltered(around, document, 'DOCUMENT_EXCHANGED');
  const bytes = await bytesFor(stored);
  const documents = stored.map((document) => ({ ...document, bytes: bytes.get(document.id) ?? null }));
  for (const document of documents)
    if (document.bytes !== null && sha256Hex(document.bytes) !== document.sha256)
      await refuseAltered(around, document, 'DOCUMENT_CHANGED');
  return documents.toSorted((one, other) => Number(other.kind === 'SIGNED') - Number(one.kind === 'SIGNED'));
}

async function refuseAltered(
  { db, actor, deps, address }: Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'address'>,
  { consentId }: SealedDocument,
  fault: IntegrityFault,
): Promise<never> {
  const subject = `consent ${consentId}`;
  deps.log.error('a stored document was altered and is not given out', { error: fault, detail: subject });
  const detail = INTEGRITY_FAULTS[fault];
  await insertSecurityEvent(db, deps, { organisationId: actor.organisationId, type: 'RECORD_ALTERED', subject, address, detail });
  throw new Refused('DOCUMENT_ALTERED');
}
