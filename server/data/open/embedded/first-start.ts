import fs from 'node:fs';
import path from 'node:path';
import { openCluster } from './cluster.ts';
import { DatabaseUnusable } from '#server/data/open/errors.ts';

/**
 * Where the cluster lives under the data folder; it exists only when it is whole.
 *
 * A kill during PostgreSQL's own initialisation would leave a folder that neither opens nor initialises again. So it happens in a
 * folder of another name, which is brought to the disk and then renamed: either the cluster is there, or the next start begins anew.
 *
 * @throws DatabaseUnusable when something else is in the cluster's place: nothing is ever overwritten
 */
export async function ensureCluster(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'database');
  const unfinished = path.join(dataDir, 'database.new');
  fs.rmSync(unfinished, { recursive: true, force: true });
  if (isCluster(folder)) return folder;
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const { pg } = await openCluster(unfinished);
  await pg.close();
  syncTree(unfinished);
  fs.renameSync(unfinished, folder);
  syncFile(dataDir);
  return folder;
}

function isCluster(folder: string): boolean {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return false;
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return true;
  throw new DatabaseUnusable(
    `The folder ${folder} holds something that is not the embedded database. Move it away, or set DATA_DIR to another folder.`,
  );
}

/** Files first, then the folder that names them. */
function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncFile(child);
  }
  syncFile(folder);
}

function syncFile(file: string): void {
  const open = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}
