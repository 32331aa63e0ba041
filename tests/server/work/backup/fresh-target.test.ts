import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportDatabase, refuseFilled } from '#server/data/backup/export-import.ts';
import { newRulesSince } from '#server/data/consents/new-rules-since.ts';
import { migrate } from '#server/data/open/migrate.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { finishRestore, refuseUnfit, restoreFiles, restoreRows } from '#server/work/backup/restore-backup.ts';
import { writeBackup } from '#server/work/backup/write-backup.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();

let folder: string;
const targets: TestDatabase<Tables>[] = [];
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-fresh-'));
});
afterAll(async () => {
  for (const target of targets) await target.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** A new database of the kind of the run: with the tables of this version, or without any. */
async function target(isMigrated: boolean): Promise<TestDatabase<Tables>> {
  const database = await openTestDatabase<Tables>({
    name: isMigrated ? 'migrated' : 'without-tables',
    migrate: async ({ db }) => (isMigrated ? migrate(db) : undefined),
  });
  targets.push(database);
  return database;
}

const lines = async ({ db }: TestDatabase<Tables>): Promise<string[]> => {
  const read: string[] = [];
  await exportDatabase(db, async (line) => void read.push(line));
  return read;
};

test('a database that was migrated and holds nothing else is empty, and one row more is not', async () => {
  const { db } = await target(true);
  expect(await newRulesSince(db), 'what a migration wrote').not.toBeNull();
  await refuseFilled(db);
  await sql`insert into settings (name, value) values ('dataEpoch', '"one"')`.execute(db);
  await expect(refuseFilled(db)).rejects.toMatchObject({ name: 'PortableRefused' });
});

test.each([{ isMigrated: true }, { isMigrated: false }])(
  'a backup is restored into a new database, with tables: $isMigrated, and brings its own note of the rules',
  async ({ isMigrated }) => {
    const { database, deps } = app;
    fs.mkdirSync(path.join(deps.dataDir, 'chain'), { recursive: true });
    fs.writeFileSync(path.join(deps.dataDir, 'chain', 'key'), Buffer.alloc(32, 7).toString('hex'));
    const [at, dataDir] = ['backup', 'restored'].map((name) => path.join(folder, `${name}-${isMigrated}`)) as [string, string];
    await writeBackup(at, { database, dataDir: deps.dataDir, p12Path: undefined, secretKeyIds: [], clock: deps.clock });

    const restored = await target(isMigrated);
    const manifest = await refuseUnfit(at, dataDir);
    const rows = await restoreRows(restored.db, { folder: at, manifest, newId: deps.newId });
    expect(rows).toBe(manifest.rows);
    await restoreFiles(at, dataDir, manifest);
    const clock = { clock: deps.clock, newId: deps.newId, madeAt: manifest.madeAt };
    expect((await finishRestore(restored, { dataDir, ...clock })).findings).toEqual([]);
    expect(await newRulesSince(restored.db)).toBe(await newRulesSince(database.db));
    expect((await lines(restored)).length).toBeGreaterThan(100);
    // It is filled now: another restore changes nothing.
    await expect(restoreRows(restored.db, { folder: at, manifest, newId: deps.newId })).rejects.toThrow('is not empty');
  },
);
