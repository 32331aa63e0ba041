import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCluster, type Cluster } from '#server/data/open/embedded/cluster.ts';
import { startHousekeeping } from '#server/data/open/embedded/housekeeping.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-housekeeping-'));
const NEVER = 2_000_000_000;
const times = { checkpointMs: NEVER, vacuumMs: NEVER, analyzeMs: 20 };

let cluster: Cluster;
let last: Promise<void> = Promise.resolve();
const inTurn = (job: () => Promise<void>): void => void (last = last.then(job));
const insert = (count: number) =>
  inTurn(async () => void (await cluster.pg.exec(`insert into people select 'name ' || n from generate_series(1, ${count}) n`)));

/** Rows that the planner believes the table to have; -1 without statistics. */
async function plannedRows(): Promise<number> {
  let rows = -1;
  inTurn(async () => {
    const found = await cluster.pg.query<{ count: number }>(
      `select coalesce((select reltuples::int from pg_class where relname = 'people'
         and exists (select from pg_statistic where starelid = pg_class.oid)), -1) as count`,
    );
    rows = found.rows[0]?.count ?? -1;
  });
  await last;
  return rows;
}

beforeAll(async () => {
  cluster = await openCluster(folder);
  await cluster.pg.exec('create table people (name text)');
});
afterAll(async () => {
  await cluster.pg.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('what was written before a start, and thousands of new rows, have statistics without a person asking for them', async () => {
  insert(500);
  expect(await plannedRows()).toBe(-1);
  const stop = startHousekeeping(cluster, inTurn, times);
  await expect.poll(plannedRows).toBe(500);
  insert(10_000);
  await expect.poll(plannedRows).toBe(10_500);
  // A few changes leave them as they are.
  insert(20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await plannedRows()).toBe(10_500);
  stop();
  await last;
});
