import { nextArchiveAt } from '#domain/documents/archival.ts';
import { lockCase } from '#server/data/cases/cases.ts';
import { timeInCase } from '#server/data/cases/timeline.ts';
import { consentById } from '#server/data/consents/consents.ts';
import {
  archivalsOf,
  newestRevision,
  documentToArchive,
  insertArchival,
  setArchiveDue,
  withRevisions,
} from '#server/data/documents/archivals.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ArchiveUnsound } from '#server/outside/seal/archive.ts';
import { REVISIONS_MOST } from '#server/outside/seal/read-archive.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { DocumentOf } from '#server/work/documents/content/document-source.ts';
import { addSystemEvent } from '#server/work/cases/system-event.ts';
import { documentFault } from '#server/work/integrity/intact-document.ts';
import { sealTrust } from '#server/work/integrity/seal-leaves.ts';

/**
 * Adds an archival time stamp to the document of a version that has been due for longest, behind what is stored: none of it changes.
 * Where no authority is set any more there is nothing to do. An authority whose certificate ends no later than that of the newest stamp
 * is asked again later.
 *
 * @throws StampRefused while the authority fails, ArchiveLapsed and ArchiveUnsound for a document that can take none: the job is retried
 */
export async function archiveDocument({ organisationId, consentID }: DocumentOf, deps: Deps): Promise<void> {
  const db = deps.database.db;
  const now = deps.clock();
  const document = await documentToArchive(db, { organisationId, consentID, now: new Date(now).toISOString() });
  if (document === undefined || deps.sealer.archive === undefined) return;
  const key = { organisationId, id: document.id };
  const stamps = await archivalsOf(db, key);
  // A file that was altered, or that no event tells of, gets no stamp that would make it look sound.
  if ((await documentFault(db, document)) !== undefined) throw new ArchiveUnsound();
  // The authority may take seconds: no transaction is open meanwhile.
  const { leaves } = await sealTrust(db, deps.sealer.roots);
  const made = await deps.sealer.archive(withRevisions(document.bytes, stamps), leaves);
  const aheadDays = deps.settings.archiveAheadDays;
  const due = new Date(nextArchiveAt({ endsAt: made.leafEndsAt, aheadDays, now })).toISOString();
  const last = stamps.at(-1);
  if (last !== undefined && made.leafEndsAt <= Date.parse(last.tsa_ends_at)) return setArchiveDue(db, key, due);
  const reach = { organisationId, clinicianId: undefined };
  const consent = await consentById(db, reach, consentID);
  if (consent === undefined) return;
  await inTransaction(db, async (trx) => {
    const record = await lockCase(trx, reach, consent.case_id);
    const present = await documentToArchive(trx, { organisationId, consentID, now: new Date(now).toISOString() });
    const isSame = present?.id === document.id && present.sha256 === document.sha256;
    if (record === undefined || !isSame || ((await newestRevision(trx, key)) ?? 0) !== stamps.length) return;
    const at = await timeInCase(trx, { organisationId, id: record.id }, new Date(deps.clock()).toISOString());
    const sha256 = sha256Hex(made.bytes);
    const row = {
      organisation_id: organisationId,
      document_id: document.id,
      revision: made.revision,
      sha256,
      size: made.bytes.length,
      bytes: made.bytes.subarray(made.revisionAt),
      stamped_at: new Date(made.stampedAt).toISOString(),
      tsa_leaf: sha256Hex(made.leaf),
      tsa_ends_at: new Date(made.leafEndsAt).toISOString(),
    };
    await insertArchival(trx, row, made.revision < REVISIONS_MOST ? due : null);
    await addSystemEvent(trx, deps, {
      organisationId,
      caseId: record.id,
      at,
      type: 'ARCHIVED',
      versionId: consentID,
      detail: { kind: document.kind, sealed: document.sha256, revision: made.revision, sha256, stampedAt: row.stamped_at },
    });
  });
}
