import { createHash } from 'node:crypto';
import { canonical } from '#domain/base/canonical.ts';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { CHAIN_START } from '#domain/cases/timeline.ts';
import { chainHead } from '#server/data/integrity/chain-heads.ts';
import { entryHash, entriesAfter, securityChainOf, unchainedEntries } from '#server/data/accounts/security-log.ts';
import type { Deps } from '#server/deps.ts';
import type { FiledHead } from '#server/outside/heads-file.ts';

/** The greatest place that an entry can have. */
const SEQ_MOST = 2_147_483_647;

type Log = { organisationId: string; filed: FiledHead | undefined };

/** Walks the security log of one organisation up to its recorded end. Entries that are written meanwhile are left for the next walk. */
export async function checkLog(
  { database: { db }, chainKey }: Pick<Deps, 'database' | 'chainKey'>,
  { organisationId, filed }: Log,
): Promise<IntegrityFault[]> {
  const faults = new Set<IntegrityFault>();
  const recorded = await chainHead(db, chainKey, securityChainOf(organisationId));
  const end = recorded?.length ?? SEQ_MOST;
  let last = { seq: 0, hash: CHAIN_START };
  let filedHash = CHAIN_START;
  for (;;) {
    const rows = await entriesAfter(db, { organisationId, after: last.seq, until: end });
    for (const row of rows) {
      if (row.seq !== last.seq + 1 || row.prev_hash !== last.hash || row.hash !== entryHash(row)) faults.add('LOG_CHANGED');
      last = { seq: row.seq ?? end, hash: row.hash ?? '' };
      if (last.seq === filed?.length) filedHash = last.hash;
    }
    if (rows.length === 0) break;
  }
  if (recorded === undefined ? filed !== undefined || last.seq > 0 : !recorded.isOurs || recorded.recorded.isBroken === true)
    faults.add('LOG_UNRECORDED');
  else if (last.seq < (recorded?.length ?? 0) || (filed !== undefined && end < filed.length)) faults.add('LOG_CUT');
  else if (last.hash !== (recorded?.head ?? CHAIN_START) || (filed !== undefined && filedHash !== filed.head))
    faults.add('LOG_CHANGED');
  const { count, digest } = await unchainedDigest({ database: { db } }, organisationId);
  const before = recorded?.recorded.before;
  if (count !== (before?.count ?? 0) || (before !== undefined && digest !== before.digest)) faults.add('LOG_CHANGED');
  return [...faults];
}

/** How many entries are from before the log was a chain, and one digest over them. */
export async function unchainedDigest(
  { database: { db } }: { database: Pick<Deps['database'], 'db'> },
  organisationId: string,
): Promise<{ count: number; digest: string }> {
  const hash = createHash('sha256');
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await unchainedEntries(db, { organisationId, after });
    for (const row of rows) hash.update(`${canonical(row)}\n`);
    count += rows.length;
    after = rows.at(-1)?.id;
    if (after === undefined) return { count, digest: hash.digest('hex') };
  }
}
