import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccessLog } from '#server/data/audit/access-log.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { inStartTurn } from '#server/data/open/start-turn.ts';
import type { Tables } from '#server/data/tables/tables.ts';
import { doStartWork, type Started } from '#server/start-work.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { databaseUrl, openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const server = process.env['ASSENT_TEST_POSTGRES'];
/** Starts of three servers at once, each beginning with empty tables and again with filled ones. */
const ROUNDS = isFull ? 50 : 2;
const SERVERS = 3;

const app = useTestApp();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-together-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** An empty database of a role that owns the tables, and a second role for the servers. */
async function emptyDatabase(
  url: string,
): Promise<{ owner: TestDatabase<Tables>; ownerUrl: string; runningUrl: string; role: string }> {
  const owner = await openTestDatabase<Tables>({ name: 'no-tables', migrate: async () => undefined });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner.db);
  const name = rows[0]?.name ?? '';
  const role = `starts_${name.slice(-12)}`;
  await sql`create role ${sql.id(role)} login`.execute(owner.db);
  const running = new URL(databaseUrl(url, name));
  running.username = role;
  return { owner, ownerUrl: databaseUrl(url, name), runningUrl: running.href, role };
}

type Start = { runningUrl: string; ownerUrl: string; dataDir: string; inside: { now: number; most: number } };

async function startOnce({ runningUrl, ownerUrl, dataDir, inside }: Start): Promise<Started> {
  const database = await openPostgres<Tables>({ url: runningUrl, connections: 2 });
  try {
    const choices = {
      databaseUrl: runningUrl,
      databaseOwnerUrl: ownerUrl,
      migrate: 'start',
      seed: 'empty',
      isProduction: false,
    } as const;
    return await doStartWork(choices, {
      dataDir,
      log: app.deps.log,
      database,
      openDeps: async (chainKey) => {
        inside.now += 1;
        inside.most = Math.max(inside.most, inside.now);
        await wait(20);
        inside.now -= 1;
        return { ...app.deps, database, chainKey, dataDir, accessLog: openAccessLog({ ...app.deps, chainKey, db: database.db }) };
      },
    });
  } finally {
    await database.close();
  }
}

// The embedded database is opened by one process.
test.skipIf(server === undefined)(
  'servers that start at once on one PostgreSQL do their work in turn: none fails, and what they fill is filled once',
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { owner, ownerUrl, runningUrl, role } = await emptyDatabase(server ?? '');
      const dataDir = path.join(folder, String(round));
      fs.mkdirSync(dataDir);
      const inside = { now: 0, most: 0 };
      for (const kind of ['empty', 'filled']) {
        const starts = Array.from({ length: SERVERS }, () => startOnce({ runningUrl, ownerUrl, dataDir, inside }));
        const ends = await Promise.allSettled(starts);
        expect(
          ends.map(({ status }) => status),
          kind,
        ).toEqual(starts.map(() => 'fulfilled'));
      }
      expect(inside.most).toBe(1);
      const { rows } = await sql<{
        organisations: number;
        people: number;
      }>`select (select count(*)::int from organisations where id in
        (select organisation_id from roles)) as organisations, (select count(*)::int from users) as people`.execute(owner.db);
      expect(rows).toEqual([{ organisations: 1, people: 1 }]);
      await sql`drop owned by ${sql.id(role)}`.execute(owner.db);
      await sql`drop role ${sql.id(role)}`.execute(owner.db);
      await owner.drop();
    }
  },
);

test.skipIf(server === undefined)('a start that waits for another says so, and does not wait without end', async () => {
  const { owner, ownerUrl, role } = await emptyDatabase(server ?? '');
  const said: string[] = [];
  const soon = { times: { most: 200, pause: 50, word: 100 }, tell: (message: string) => void said.push(message) };
  await inStartTurn(ownerUrl, async () => {
    await expect(inStartTurn(ownerUrl, async () => undefined, soon)).rejects.toThrow('has been starting on this database');
  });
  expect(said).toEqual(['waiting', 'waiting'].map((word) => expect.stringContaining(word)));
  expect(await inStartTurn(ownerUrl, async () => 'in turn', soon)).toBe('in turn');
  await sql`drop role ${sql.id(role)}`.execute(owner.db);
  await owner.drop();
});
