import type { TimelineEvent } from '#domain/cases/timeline.ts';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import type { Db } from '#server/data/db.ts';
import { archivalsOfCase, withRevisions } from '#server/data/documents/archivals.ts';
import { sha256Hex } from '#server/sha256.ts';

type Case = {
  readonly organisationId: string;
  readonly caseId: string;
  readonly events: readonly Pick<TimelineEvent, 'type' | 'detail'>[];
};

/**
 * The faults of the archival time stamps of a case: bytes that are not those of their digest or do not verify, a stamp that the
 * timeline tells otherwise or not at all, and one that it tells of and that is gone.
 *
 * @param isSealed - whether a file verifies; all do when absent
 */
export async function archiveFaults(
  db: Db,
  { organisationId, caseId, events }: Case,
  isSealed: (bytes: Uint8Array) => Promise<boolean> = async () => true,
): Promise<IntegrityFault[]> {
  const recorded = new Set(
    events.flatMap(({ type, detail }) =>
      type === 'ARCHIVED' ? [stampKey(String(detail['sealed']), Number(detail['revision']), String(detail['sha256']))] : [],
    ),
  );
  if (events.length === 0) return [];
  const stored = await archivalsOfCase(db, { organisationId, caseId });
  const faults: IntegrityFault[] = [];
  for (const { document_id: id, revision, sha256, sealed, sealedSha256 } of stored) {
    const file = withRevisions(
      sealed,
      stored.filter((each) => each.document_id === id && each.revision <= revision),
    );
    if (sha256Hex(file) !== sha256 || !(await isSealed(file))) faults.push('DOCUMENT_CHANGED');
    if (!recorded.delete(stampKey(sealedSha256, revision, sha256))) faults.push('DOCUMENT_EXCHANGED');
  }
  if (recorded.size > 0) faults.push('DOCUMENT_GONE');
  return faults;
}

function stampKey(sealed: string, revision: number, sha256: string): string {
  return `${sealed} ${revision} ${sha256}`;
}
