import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { durableStart, openCluster, proveDurable } from '#server/data/open/embedded/cluster.ts';
import type { Database } from '#server/data/open/connection.ts';
import { openEmbedded } from '#server/data/open/embedded/embedded.ts';
import { startHousekeeping } from '#server/data/open/embedded/housekeeping.ts';
import { buildForTests, type TestBuild } from '#tests/support/server/server-build.ts';

type Tables = { notes: { id: number } };

let build: TestBuild;
let folder: string;
let database: Database<Tables>;
// A busy machine may take long to open the database again.
const limits = { statementMs: 4_000, waitMs: 40_000 };

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-embedded-'));
  build = await buildForTests({ 'db-worker': 'server/data/open/embedded/embedded-worker.ts' });
  database = await open('data');
  await sql`create table notes (id int primary key)`.execute(database.db);
}, 90_000);
afterAll(async () => {
  await database.close();
  build.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(name: string): Promise<Database<Tables>> {
  return openEmbedded<Tables>({ dataDir: path.join(folder, name), workerUrl: build.url('db-worker'), limits });
}

const insert = (id: number): Promise<unknown> => database.db.insertInto('notes').values({ id }).execute();
const ids = async (): Promise<number[]> =>
  (await database.db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('the embedded database', () => {
  test('keeps rows over a stop and a start, and its event loop free meanwhile', { timeout: 60_000 }, async () => {
    await insert(1);
    await database.close();
    expect(await database.ready()).toBe(false);
    database = await open('data');
    expect(await ids()).toEqual([1]);
    expect(await database.ready()).toBe(true);
  });

  test('refuses a second server on its folder while it is open', async () => {
    await expect(open('data')).rejects.toThrow('Another server');
    expect(await database.ready()).toBe(true);
  });

  test('ends a runaway statement, keeps what was committed, and goes on', { timeout: 60_000 }, async () => {
    await insert(2);
    const runaway = sql`select count(*) from generate_series(1, 100000000000)`.execute(database.db);
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 100);
    await expect(runaway).rejects.toMatchObject({ name: 'DatabaseInterrupted', code: '57014' });
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(10);
    expect(await ids()).toContain(2);
    await insert(3);
  });

  test('refuses a folder that holds something else, and leaves it as it is', async () => {
    const other = path.join(folder, 'other');
    fs.mkdirSync(path.join(other, 'database'), { recursive: true });
    fs.writeFileSync(path.join(other, 'database', 'letter.txt'), 'mine');
    await expect(open('other')).rejects.toMatchObject({ name: 'DatabaseUnusable' });
    expect(fs.readdirSync(path.join(other, 'database'))).toEqual(['letter.txt']);
    expect(fs.existsSync(path.join(other, 'database.pid'))).toBe(false);
  });

  test(
    'says of a broken one which backup to put back, with which command, and leaves its files',
    { timeout: 90_000 },
    async () => {
      await (await open('broken')).close();
      const control = path.join(folder, 'broken', 'database', 'global', 'pg_control');
      fs.truncateSync(control, 100);
      const refused = await open('broken').then(
        () => undefined,
        (error: Error) => error,
      );
      expect(refused?.name).toBe('DatabaseUnusable');
      expect(refused?.message).toMatch(/^The embedded database could not be opened: /);
      expect(refused?.message).toContain('put the newest backup back: “npm run restore -- FOLDER-OF-THE-BACKUP”');
      expect(fs.statSync(control).size).toBe(100);
    },
  );
});

describe('its durability', () => {
  test('a commit that does not reach the disk is found at start, which then does not happen', { timeout: 60_000 }, async () => {
    const forgetful = await openCluster(path.join(folder, 'cluster'), PGlite.defaultStartParams);
    await expect(proveDurable(forgetful)).rejects.toMatchObject({ name: 'DatabaseUnusable' });
    await forgetful.pg.close();

    const durable = await openCluster(path.join(folder, 'cluster'), durableStart);
    await proveDurable(durable);
    const before = durable.files.fsyncs;
    await durable.pg.exec('create table a (id int)');
    await durable.pg.exec('insert into a values (1)');
    expect(durable.files.fsyncs - before).toBeGreaterThanOrEqual(2);
    await durable.pg.close();
  });

  test('its log stays small in a server that never stops', { timeout: 60_000 }, async () => {
    const cluster = await openCluster(path.join(folder, 'cluster'));
    const redo = async (): Promise<unknown> => (await cluster.pg.query('select redo_lsn from pg_control_checkpoint()')).rows[0];
    let last: Promise<void> = Promise.resolve();
    const inTurn = (job: () => Promise<void>): void => void (last = last.then(job));
    await cluster.pg.exec('insert into a values (2)');
    const before = await redo();
    const stop = startHousekeeping(cluster, inTurn, { checkpointMs: 50, vacuumMs: 70, analyzeMs: 90 });
    await cluster.pg.exec('insert into a values (3)');
    await wait(300);
    stop();
    await last;
    expect(await redo()).not.toEqual(before);
    expect(
      (
        await cluster.pg.query<{ vacuumed: boolean }>(
          "select last_vacuum is not null as vacuumed from pg_stat_user_tables where relname = 'a'",
        )
      ).rows,
    ).toEqual([{ vacuumed: true }]);
    await cluster.pg.close();
  });
});
