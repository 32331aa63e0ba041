import fs from 'node:fs';
import path from 'node:path';
import { deserialize } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import type { ByName } from '#tests/support/tablet/shown-lights.ts';
import type { StoredDatabase } from '#tests/support/tablet/stored-database.ts';

/** All that a build before has stored: the database and the folder of its server, and the databases of a browser with a queue. */
export type StoredBefore = {
  readonly build: string;
  /** the server's clock at the end, epoch ms */
  readonly at: number;
  /** the whole database as SQL */
  readonly dump: string;
  /** the keys of the server and its file of heads, by their paths in the data folder */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly deviceId: string;
  /** the name of the database that all users of the device share */
  readonly device: string;
  readonly owner: { readonly userId: string; readonly email: string; readonly organisationId: string };
  readonly databases: readonly StoredDatabase[];
};

/** All that the build showed of it. */
export type ShownBefore = {
  readonly onServer: ByName;
  readonly onTablet: ByName;
  /** waiting for the clinician, by the names of patients */
  readonly needs: ByName;
  /** number of unsent calls */
  readonly waiting: number;
  /** on the tablet, with what it had not sent */
  readonly withQueue: { readonly onTablet: ByName; readonly needs: Readonly<Record<string, string>> };
};

const FOLDER = path.join(import.meta.dirname, '../../fixtures');
const NAME = /^filled-(.+)\.br$/;

/** The builds of which a filled hospital is kept, the newest first. */
export const filledBuilds: readonly string[] = fs
  .readdirSync(FOLDER)
  .flatMap((file) => NAME.exec(file)?.[1] ?? [])
  .toSorted()
  .toReversed();

export function filledBy(build: string): { readonly stored: StoredBefore; readonly shown: ShownBefore } {
  const file = (kind: string) => fs.readFileSync(path.join(FOLDER, `filled-${build}.${kind}`));
  const stored = deserialize(brotliDecompressSync(file('br'))) as Omit<StoredBefore, 'build'>;
  return { stored: { build, ...stored }, shown: JSON.parse(file('json').toString()) as ShownBefore };
}

export function putFiles(folder: string, { files }: Pick<StoredBefore, 'files'>): void {
  for (const [name, bytes] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), bytes, { mode: 0o600 });
  }
}

/** Makes the tables of the build before in an empty database, with all their rows. */
export async function restoreDump<T>(db: Kysely<T>, { dump }: Pick<StoredBefore, 'dump'>): Promise<void> {
  // Settings of the session are those of the program that wrote the dump, and of its version.
  const statements = dump.replaceAll(/^SET (?!check_function_bodies).*$/gm, '');
  await sql.raw(`${statements}\nreset all;`).execute(db);
}
