import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readManifest, writeManifest, type Manifest } from '#server/outside/backup/manifest.ts';

/** Writes a manifest with one file, and reads it again. */
async function readWith(file: string): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-manifest-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const manifest: Manifest = {
    assent: 'backup',
    format: 1,
    version: '0.1.0',
    madeAt: '2026-03-14T10:00:00.000Z',
    database: 'embedded',
    migrations: [],
    rows: 0,
    tables: {},
    secretKeyIds: [],
    files: [{ path: file, bytes: 0, sha256: '0'.repeat(64) }],
  };
  await writeManifest(folder, manifest);
  return (await readManifest(folder)).files.map((each) => each.path);
}

test.each(['database.gz', 'data/seal/trusted/Hospital CA 2026.pem', 'data/mail/Ünïcode (1)..eml', 'data/chain/.hidden'])(
  'a file with any name in the data folder is in a backup: %s',
  async (file) => {
    expect(await readWith(file)).toEqual([file]);
  },
);

test.each([
  'data',
  'data/',
  'data//x',
  'data/../x',
  'data/a/../../x',
  'data/./x',
  'data/..',
  '/etc/passwd',
  '../x',
  'x',
  'data/a\0b',
])('a path that leads out of a backup is refused: %j', async (file) => {
  await expect(readWith(file)).rejects.toMatchObject({ name: 'BackupRefused' });
});
