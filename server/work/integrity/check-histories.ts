import { CHAIN_START } from '#domain/cases/timeline.ts';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import type { ChainEnds, ChainRef } from '#server/data/integrity/chain-heads.ts';
import { historiesAfter } from '#server/data/patients/patient-changes.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';

type Checking = {
  /** takes the filed end of a chain out of those that were not seen */
  readonly takeFiled: (key: string) => FiledHead | undefined;
  readonly isStopped: () => boolean;
  readonly note: (organisationId: string, patientId: string) => (fault: IntegrityFault) => void;
};

/** Compares the last line of every patient's history with its recorded end and with the file of heads, a thousand at a time. */
export async function checkHistories(
  { database: { db }, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { takeFiled, isStopped, note }: Checking,
): Promise<void> {
  let after: ChainRef | undefined;
  while (!isStopped()) {
    const page = await historiesAfter(db, chainKey, after);
    for (const each of page) {
      const fault = faultOf(each, takeFiled(fileKey(each)));
      if (fault !== undefined) note(each.organisation_id, each.id)(fault);
    }
    after = page.at(-1);
    if (after === undefined) return;
  }
}

function faultOf({ head, last }: ChainEnds, filed: FiledHead | undefined): IntegrityFault | undefined {
  if (head === undefined) return 'HISTORY_UNRECORDED';
  const seq = last?.seq ?? 0;
  if (seq < head.length || seq < (filed?.length ?? 0)) return 'HISTORY_CUT';
  if (!head.isOurs || head.recorded.isBroken === true) return 'HISTORY_UNRECORDED';
  // Of a patient from before there were histories the details alone are recorded.
  const hash = last?.hash ?? CHAIN_START;
  const isFiled = filed === undefined || filed.length !== seq || filed.head === hash;
  return head.length === seq && head.head === hash && isFiled ? undefined : 'HISTORY_REPLACED';
}
