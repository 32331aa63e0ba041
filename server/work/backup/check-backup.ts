import { join } from 'node:path';
import { countExport } from '#server/data/backup/export-import.ts';
import { readLines } from '#server/outside/backup/export-file.ts';
import { BackupRefused, DATABASE_FILE, readManifest, type Manifest } from '#server/outside/backup/manifest.ts';
import { digestOf } from '#server/outside/backup/private-copy.ts';

/**
 * Reads a whole backup from the disk and compares it with its manifest: the digest of every file, and the rows of every table.
 *
 * @throws BackupRefused for the first thing that differs; ImportRefused for a cut file of rows
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!manifest.files.some(({ path }) => path === DATABASE_FILE)) throw new BackupRefused(`The backup in ${folder} has no rows.`);
  for (const { path, ...expected } of manifest.files) {
    const found = await digestOf(join(folder, path)).catch(() => undefined);
    if (found === undefined)
      throw new BackupRefused(`The backup in ${folder} is not whole: ${path} is missing or cannot be read.`);
    if (found.sha256 !== expected.sha256 || found.bytes !== expected.bytes)
      throw new BackupRefused(`The backup in ${folder} is damaged: ${path} is not what was written.`);
  }
  const { rows, tables, migrations } = await countExport(readLines(join(folder, DATABASE_FILE)));
  const isSame =
    rows === manifest.rows &&
    JSON.stringify(migrations) === JSON.stringify(manifest.migrations) &&
    JSON.stringify(sorted(tables)) === JSON.stringify(sorted(manifest.tables));
  if (!isSame) throw new BackupRefused(`The backup in ${folder} is damaged: its rows are not those that the manifest counts.`);
  return manifest;
}

function sorted(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
