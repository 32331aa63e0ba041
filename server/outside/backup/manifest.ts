import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { writePrivateFile } from '#server/outside/seal/key-files.ts';

/** A backup or its target cannot be used; the message is a sentence for the administrator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** The rows of the database, in the backup's folder. */
export const DATABASE_FILE = 'database.gz';
/** The copy of the data folder, in the backup's folder. */
export const DATA_FOLDER = 'data';
/** The copy of the file that SEAL_P12 names, in the copy of the data folder. */
export const P12_FILE = 'seal.p12';

const FILE = 'manifest.json';
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Whether a backup may hold a file of this path: no other is ever written. Names in the data folder are the operator's, but none leads out of it. */
function isPath(path: string): boolean {
  const isName = (name: string) => !['', '.', '..'].includes(name) && !name.includes('\0');
  return path === DATABASE_FILE || (path.startsWith(`${DATA_FOLDER}/`) && path.split('/').every(isName));
}

const Manifest = v.object({
  assent: v.literal('backup'),
  format: v.literal(1),
  /** of the product */
  version: v.string(),
  /** ISO */
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  database: v.picklist(['embedded', 'postgres']),
  migrations: v.array(v.string()),
  rows: count,
  /** rows by table; tables without rows are left out */
  tables: v.record(v.string(), count),
  /** ids of the keys for secrets in the database, the newest first */
  secretKeyIds: v.array(v.string()),
  files: v.array(
    v.object({
      path: v.pipe(v.string(), v.check(isPath)),
      /** bytes */
      bytes: count,
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

/** The contents of a backup. The manifest is written last: a folder without one is no backup. */
export type Manifest = v.InferOutput<typeof Manifest>;
export type BackupFile = Manifest['files'][number];

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writePrivateFile(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @throws BackupRefused when there is none, or none that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new BackupRefused(`There is no ${FILE} in ${folder}: it is not a backup, or one that was not finished.`);
  const parsed = v.safeParse(Manifest, parse(text));
  if (parsed.success) return parsed.output;
  throw new BackupRefused(`The ${FILE} in ${folder} is damaged, or was written by a newer version.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
