import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { DAY } from '#domain/base/limits.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { accessAfter, accessHash, unrecordedChains } from '#server/data/audit/access-log.ts';
import { chainEnds, newestEnd, type ChainEnds } from '#server/data/integrity/chain-heads.ts';
import type { Deps } from '#server/deps.ts';
import { fileKey, type FiledHead } from '#server/outside/heads-file.ts';

type Checking = Pick<Deps, 'database' | 'chainKey'>;
type Options = {
  /** takes the filed end of a chain out of those that were not seen */
  readonly takeFiled: (key: string) => FiledHead | undefined;
  readonly isStopped: () => boolean;
  readonly isDeep: boolean;
  readonly note: (organisationId: string, id: string) => (fault: IntegrityFault) => void;
};

/**
 * Compares the parts of the access log with their recorded ends and with the file of heads. The lines of a part are read where its end is
 * not filed yet, so those of the last day, and all of them in a deep check.
 */
export async function checkAccess(deps: Checking, { takeFiled, isStopped, isDeep, note }: Options): Promise<void> {
  const { db } = deps.database;
  const newest = await newestEnd(db);
  const since = isDeep || newest === undefined ? '-infinity' : new Date(Date.parse(newest) - 2 * DAY).toISOString();
  for (const { id: organisationId } of await db.selectFrom('organisations').select('id').execute()) {
    let after: string | undefined;
    while (!isStopped()) {
      const ids = await chainsAfter(deps, organisationId, after);
      const ends = await chainEnds(db, deps.chainKey, { organisationId, chain: 'ACCESS', ids });
      for (const id of ids) {
        const filed = takeFiled(fileKey({ organisation_id: organisationId, chain: 'ACCESS', id }));
        const fault = await faultOf(deps, { organisationId, id, ends: ends.get(id), filed, isDeep });
        if (fault !== undefined) note(organisationId, id)(fault);
      }
      after = ids.at(-1);
      if (after === undefined) break;
    }
    for (const id of await unrecordedChains(db, organisationId, since)) note(organisationId, id)('ACCESS_UNRECORDED');
  }
}

async function chainsAfter({ database }: Checking, organisationId: string, after: string | undefined): Promise<string[]> {
  let query = database.db
    .selectFrom('chain_heads')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('chain', '=', 'ACCESS');
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.orderBy('id').limit(1000).execute()).map(({ id }) => id);
}

type Part = {
  readonly organisationId: string;
  readonly id: string;
  readonly ends: ChainEnds | undefined;
  readonly filed: FiledHead | undefined;
  readonly isDeep: boolean;
};

async function faultOf(deps: Checking, { organisationId, id, ends, filed, isDeep }: Part): Promise<IntegrityFault | undefined> {
  const { head, last } = ends ?? {};
  if (head === undefined) return undefined;
  if (!head.isOurs) return 'ACCESS_UNRECORDED';
  if ((last?.seq ?? 0) < head.length || head.length < (filed?.length ?? 0)) return 'ACCESS_CUT';
  if (last?.seq !== head.length || last.hash !== head.head) return 'ACCESS_CHANGED';
  const isFiled = filed?.length === head.length;
  if (isFiled && filed.head !== head.head) return 'ACCESS_CHANGED';
  if (isFiled && !isDeep) return undefined;
  return (await isWhole(deps, { organisationId, id, until: head.length, filed })) ? undefined : 'ACCESS_CHANGED';
}

/** Whether each line follows the one before, is as it was written, and was filed so. */
async function isWhole(
  { database: { db }, chainKey }: Checking,
  { organisationId, id, until, filed }: { organisationId: string; id: string; until: number; filed: FiledHead | undefined },
): Promise<boolean> {
  let last = { seq: 0, hash: CHAIN_START };
  while (last.seq < until) {
    const rows = await accessAfter(db, { organisation_id: organisationId, id }, { after: last.seq, until });
    if (rows.length === 0) return false;
    for (const { hash, ...line } of rows) {
      const isNext = line.seq === last.seq + 1 && line.prev_hash === last.hash && accessHash(chainKey, line) === hash;
      if (!isNext || (line.seq === filed?.length && hash !== filed.head)) return false;
      last = { seq: line.seq, hash };
    }
  }
  return true;
}
