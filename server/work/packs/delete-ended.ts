import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '#domain/base/limits.ts';
import { endPacks, partFiles } from '#server/data/packs/subject-packs.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { PACKS_FOLDER } from './make-pack.ts';

/**
 * Ends packs whose 30 days are over, and deletes files that no pack has: of ended and of deleted ones, and of an attempt that failed. A file
 * of the last day may be one that is being written.
 *
 * @returns false: there is never more to do at once
 */
export async function deleteEndedPacks({
  database,
  clock,
  dataDir,
}: Pick<Deps, 'database' | 'clock' | 'dataDir'>): Promise<boolean> {
  await inTransaction(database.db, (db) => endPacks(db, new Date(clock()).toISOString()));
  const folder = join(dataDir, PACKS_FOLDER);
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return false;
  const known = await partFiles(database.db);
  for (const file of files) {
    if (known.has(file)) continue;
    const at = await stat(join(folder, file)).catch(() => undefined);
    if (at !== undefined && at.mtimeMs < clock() - DAY) await rm(join(folder, file), { force: true });
  }
  return false;
}
