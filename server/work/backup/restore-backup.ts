import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Migration } from 'kysely';
import { HOUR } from '#domain/base/limits.ts';
import { renewDataEpoch } from '#server/data/backup/data-epoch.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { dropAfterRestore } from '#server/data/notifications/deliveries.ts';
import { importDatabase, refuseFilled } from '#server/data/backup/export-import.ts';
import { markWritten } from '#server/data/integrity/row-marks.ts';
import { appliedMigrations, migrate } from '#server/data/open/migrate.ts';
import { migrations } from '#server/data/migrations/index.ts';
import type { Deps } from '#server/deps.ts';
import { readLines } from '#server/outside/backup/export-file.ts';
import { BackupRefused, DATA_FOLDER, DATABASE_FILE, type Manifest } from '#server/outside/backup/manifest.ts';
import { copyPrivately } from '#server/outside/backup/private-copy.ts';
import { openChainKey } from '#server/outside/chain-key.ts';
import { openHeadsFile } from '#server/outside/heads-file.ts';
import { trustedRoots } from '#server/outside/seal/key-files.ts';
import { sealCheck } from '#server/work/integrity/seal-leaves.ts';
import { rememberedStampRoots } from '#server/outside/seal/archive-files.ts';
import { verifySealed } from '#server/outside/seal/verify-archive.ts';
import { checkAll, type Checked } from '#server/work/integrity/check-all.ts';
import { checkBackup } from './check-backup.ts';

/**
 * Refuses, before anything is written or opened, a backup that is damaged and a data folder that is in use.
 *
 * @throws BackupRefused; ImportRefused
 */
export async function refuseUnfit(folder: string, dataDir: string): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const unknown = manifest.migrations.find((name) => !(name in migrations));
  if (unknown !== undefined)
    throw new BackupRefused(
      `The backup was made by a newer version (${manifest.version}, with ${unknown}). Restore it with that version, or a later one.`,
    );
  const names = await readdir(dataDir).catch(() => []);
  if (names.length > 0)
    throw new BackupRefused(`The folder ${dataDir} is not empty. Name a new DATA_DIR: a restore writes over nothing.`);
  return manifest;
}

/**
 * Refuses a database that holds something: it is neither filled nor migrated.
 *
 * @throws BackupRefused; ImportRefused when a table holds a row
 */
export async function refuseForeign<T>(owner: Kysely<T>, manifest: Pick<Manifest, 'migrations'>): Promise<void> {
  await refuseFilled(owner);
  const newer = (await appliedMigrations(owner)).find((name) => !manifest.migrations.includes(name));
  if (newer !== undefined)
    throw new BackupRefused(
      `The database has the tables of a newer version than the backup (${newer}). Name a database without tables: they are made.`,
    );
}

/**
 * Fills a database from a backup, in the shape that it had, and then brings it to this version's. The data get a new epoch in the same
 * transaction, and what this changes is marked with the key of the backup.
 *
 * @returns how many rows
 */
export async function restoreRows<T>(
  owner: Kysely<T>,
  { folder, manifest, newId }: { folder: string; manifest: Pick<Manifest, 'migrations'>; newId: () => string },
): Promise<number> {
  await refuseForeign(owner, manifest);
  const known: Record<string, Migration> = migrations;
  const asThen = Object.fromEntries(Object.entries(known).filter(([name]) => manifest.migrations.includes(name)));
  await migrate(owner, asThen);
  const chainKey = await openChainKey(join(folder, DATA_FOLDER));
  const rows = await importDatabase(owner, readLines(join(folder, DATABASE_FILE)), async (writing) => {
    await renewDataEpoch(writing, newId());
    await markWritten(writing, chainKey);
  });
  await migrate(owner);
  return rows;
}

/** Writes keys, the file of heads and mail into the data folder. They come last: a server does not start with rows whose key is missing. */
export async function restoreFiles(folder: string, dataDir: string, { files }: Pick<Manifest, 'files'>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const { path } of files)
    if (path.startsWith(`${DATA_FOLDER}/`))
      await copyPrivately(join(folder, path), { folder: dataDir, path: path.slice(DATA_FOLDER.length + 1) });
}

/** Messages that were due longer ago than this are not sent by themselves after a restore, ms [choice]. */
const SENT_AGAIN_FOR = HOUR;

/** Says in each security log that a backup was restored, and then checks every chain and the seal of every document. */
export async function finishRestore(
  database: Deps['database'],
  { dataDir, madeAt, clock, newId }: Pick<Deps, 'clock' | 'newId'> & { dataDir: string; madeAt: string },
): Promise<Checked> {
  const chainKey = await openChainKey(dataDir);
  const detail = `The backup of ${madeAt} was restored: of what was written after it, only what tablets kept comes back`;
  for (const { id: organisationId } of await database.db.selectFrom('organisations').select('id').execute())
    await insertSecurityEvent(database.db, { chainKey, clock, newId }, { organisationId, type: 'RESTORED', detail });
  const at = (ms: number) => new Date(clock() - ms).toISOString();
  await dropAfterRestore(database.db, { before: at(SENT_AGAIN_FOR), now: at(0) });
  const filed = await openHeadsFile(dataDir, chainKey).read();
  const isSealed = await sealCheck({ database, ...(await sealsOf(dataDir)) });
  return checkAll({ database, chainKey }, { filed, isSealed });
}

/** Checks seals without a server: with the authorities under which a data folder ever sealed. */
export async function sealsOf(dataDir: string): Promise<{ sealer: Pick<Deps['sealer'], 'verify' | 'roots' | 'stampRoots'> }> {
  const roots = await trustedRoots(join(dataDir, 'seal')).catch(() => []);
  const stampRoots = await rememberedStampRoots(dataDir);
  return {
    sealer: { roots, stampRoots, verify: (bytes, leaves = roots) => verifySealed(bytes, leaves, { anchors: roots, stampRoots }) },
  };
}
