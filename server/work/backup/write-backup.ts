import { BUILD } from '#domain/base/build.ts';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { exportDatabase } from '#server/data/backup/export-import.ts';
import { writeLines } from '#server/outside/backup/export-file.ts';
import {
  BackupRefused,
  DATA_FOLDER,
  DATABASE_FILE,
  P12_FILE,
  writeManifest,
  type Manifest,
} from '#server/outside/backup/manifest.ts';
import { copyPrivately, dataFilesOf } from '#server/outside/backup/private-copy.ts';
import { checkBackup } from './check-backup.ts';

type Source<T> = {
  readonly database: { readonly db: Kysely<T>; readonly kind: 'embedded' | 'postgres' };
  readonly dataDir: string;
  /** the organisation's PKCS#12, which lies outside of the data folder */
  readonly p12Path: string | undefined;
  /** ids of the keys for secrets, the newest first */
  readonly secretKeyIds: readonly string[];
  /** epoch ms */
  readonly clock: () => number;
};

/**
 * Writes a backup of keys, mail files and the database into a folder, and reads all of it again before it returns.
 *
 * The rows are those of one moment, whatever is written meanwhile. Keys and the file of heads are copied before them, so that no recorded
 * end is newer than the rows.
 *
 * @param folder - is made, or is empty
 * @throws BackupRefused; whatever went wrong, the folder then holds nothing of it
 */
export async function writeBackup<T>(folder: string, source: Source<T>): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupRefused(`The folder ${folder} is not empty. Name a new one.`);
  try {
    const files = await copyData(folder, source);
    const { db, kind } = source.database;
    const madeAt = new Date(source.clock()).toISOString();
    const { counted, count } = lineCounter();
    const { result: rows, ...written } = await writeLines(join(folder, DATABASE_FILE), (write) =>
      exportDatabase(db, async (line) => {
        count(line);
        await write(line);
      }),
    );
    await writeManifest(folder, {
      assent: 'backup',
      format: 1,
      version: BUILD,
      madeAt,
      database: kind,
      rows,
      ...counted,
      secretKeyIds: [...source.secretKeyIds],
      files: [{ path: DATABASE_FILE, ...written }, ...files],
    });
    return await checkBackup(folder);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

/** The size of a backup on the disk, bytes. */
export function bytesOf({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function copyData<T>(folder: string, { dataDir, p12Path }: Source<T>): Promise<Manifest['files']> {
  const paths = await dataFilesOf(dataDir);
  if (!paths.includes('chain/key'))
    throw new BackupRefused(
      `There is no chain/key in ${dataDir}. Name the DATA_DIR of the server: its keys belong to the backup.`,
    );
  const files: Manifest['files'] = [];
  for (const path of paths) files.push(await copyPrivately(join(dataDir, path), { folder, path: `${DATA_FOLDER}/${path}` }));
  if (p12Path !== undefined) files.push(await copyPrivately(p12Path, { folder, path: `${DATA_FOLDER}/${P12_FILE}` }));
  return files;
}

/** A counter for the lines of an export while they are written: its migrations, and the rows of each table. */
function lineCounter() {
  const counted: Pick<Manifest, 'tables' | 'migrations'> = { tables: {}, migrations: [] };
  let table = '';
  const count = (line: string): void => {
    if (line.startsWith('[')) counted.tables[table] = (counted.tables[table] ?? 0) + 1;
    else {
      // Lines of exportDatabase: its head, a table, or its end.
      const said = JSON.parse(line) as { table?: string; migrations?: string[] };
      table = said.table ?? table;
      counted.migrations = said.migrations ?? counted.migrations;
    }
  };
  return { counted, count };
}
