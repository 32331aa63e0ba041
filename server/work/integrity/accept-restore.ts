import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { renewDataEpoch } from '#server/data/backup/data-epoch.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { HeadsFile } from '#server/outside/heads-file.ts';
import { changedHeads } from './changed-heads.ts';

/**
 * Begins the file of heads anew with what a restored database has: cases and events from after the backup are missed no more. The
 * file keeps its earlier lines, and each security log says that it happened. What is altered in the database itself is still found.
 * The data get a new epoch, by which tablets learn that the server was restored.
 */
export async function acceptRestore(
  deps: Pick<Deps, 'database' | 'chainKey' | 'clock' | 'newId'>,
  file: HeadsFile,
): Promise<void> {
  const { db } = deps.database;
  const detail = 'A restored backup was accepted: what was lost with it cannot be found';
  for (const { id: organisationId } of await db.selectFrom('organisations').select('id').execute())
    await insertSecurityEvent(db, deps, { organisationId, type: 'HEADS_RECORDED', detail });
  await inTransaction(db, (trx) => renewDataEpoch<Tables>(trx, deps.newId(), { isAccepted: true }));
  const heads = await changedHeads(deps, { heads: new Map(), altered: new Set() });
  await file.append(new Date(deps.clock()).toISOString(), heads, { isAnew: true });
}
