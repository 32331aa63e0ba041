import { caseFaults, type StoredCase } from '#domain/integrity/integrity.ts';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { storedCase } from '#server/data/consents/stored-case.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/sha256.ts';

export type CheckedCase = { events: readonly TimelineEvent[]; faults: IntegrityFault[] };

/**
 * Compares a case with its timeline, and the timeline with its recorded end, in one snapshot. Undefined for an unknown case. The
 * bytes of documents are not read.
 */
export async function checkCase(
  { database, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { organisationId, caseId }: { organisationId: string; caseId: string },
): Promise<CheckedCase | undefined> {
  const stored = await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => storedCase(db, { organisationId, caseId, chainKey }));
  return stored === undefined ? undefined : { events: stored.events, faults: await faultsOf(stored) };
}

/** The faults of a case; one that is stored in a shape in which no version of the product writes it has that fault, and ends no check of the others. */
async function faultsOf(stored: StoredCase): Promise<IntegrityFault[]> {
  try {
    return await caseFaults(stored, sha256Hex);
  } catch (error) {
    // All of the case is read by now: the comparison fails by what it holds alone.
    if (error instanceof Error) return ['CASE_UNREADABLE'];
    throw error;
  }
}
