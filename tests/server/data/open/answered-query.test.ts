import net from 'node:net';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/data/open/connection.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { failureOf } from '#server/http/errors.ts';
import { openLog } from '#server/outside/log.ts';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';
import { SOON_MOST } from '#tests/support/checks/soon-most.ts';

type Any = { notes: { id: number } };

let postgres: PostgresServer;
let other: Database<Any>;
beforeAll(async () => {
  postgres = await startPostgres();
  other = await openPostgres<Any>({ url: postgres.url('postgres'), connections: 2 });
  await sql`create table notes (id integer primary key)`.execute(other.db);
});
afterAll(async () => {
  await other.close();
  await postgres.stop();
});

/** One connection, so that the next caller gets the same one unless it was dropped. @param answerMs - long, for a busy machine */
async function one(url = postgres.url('postgres'), answerMs = 5_000): Promise<Kysely<Any>> {
  const database = await openPostgres<Any>({
    url,
    connections: 1,
    limits: { statementMs: answerMs - 100, answerMs, waitMs: 2_000 },
  });
  onTestFinished(() => database.close());
  return database.db;
}

const pidOf = async (db: Kysely<Any>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;

/** The status and the retry time with which a caller is answered. */
async function answerTo(work: Promise<unknown>): Promise<{ status: number; retryAfter: number | undefined }> {
  const error: unknown = await work.then(
    () => new Error('It succeeded'),
    (reason: unknown) => reason,
  );
  const { status, retryAfter } = failureOf(error, { log: openLog(() => undefined), requestId: 'r', call: 'c' });
  return { status, retryAfter };
}

const tryAgain = { status: 503, retryAfter: 2 };

test('a transaction that had failed before its commit is no success, though PostgreSQL answers the commit', async () => {
  const db = await one();
  const work = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1 }).execute();
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    return 'done';
  });
  expect(await answerTo(work)).toEqual(tryAgain);
  expect(await db.selectFrom('notes').selectAll().where('id', '=', 1).execute()).toEqual([]);
});

test('a commit that no second machine holds is no success, though PostgreSQL reports one', async () => {
  const db = await one();
  const pid = await pidOf(db);
  await sql`alter system set synchronous_standby_names = 'nobody'`.execute(other.db);
  await sql`select pg_reload_conf()`.execute(other.db);
  onTestFinished(async () => {
    await sql`alter system reset synchronous_standby_names`.execute(other.db);
    await sql`select pg_reload_conf()`.execute(other.db);
  });
  const configured = async () =>
    (await sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`.execute(db)).rows[0]?.names;
  await expect.poll(configured, { interval: 20, timeout: SOON_MOST }).toBe('nobody');
  const waiting = async () =>
    (await sql<{ at: string | null }>`select wait_event as at from pg_stat_activity where pid = ${pid}`.execute(other.db)).rows[0]
      ?.at;
  /** Commits until one waits: the process that tells commits to wait may read the setting later than this connection. */
  const waitingCommit = async (id = 100): Promise<{ work: ReturnType<typeof answerTo> }> => {
    let isOver = false;
    const work = answerTo(db.transaction().execute((trx) => trx.insertInto('notes').values({ id }).execute()));
    void work.finally(() => (isOver = true));
    const state = async () => (isOver ? 'over' : await waiting());
    await expect.poll(state, { interval: 20, timeout: SOON_MOST }).toMatch(/^(?:SyncRep|over)$/);
    return isOver ? waitingCommit(id + 1) : { work };
  };
  const { work } = await waitingCommit();
  await sql`select pg_cancel_backend(${pid})`.execute(other.db);
  expect(await work).toEqual(tryAgain);
});

test('a connection that says nothing is cut after the limit, and the next caller gets another one', async () => {
  const { port } = new URL(postgres.url('postgres'));
  let isSilent = false;
  const between = net.createServer((client) => {
    const server = net.connect(Number(port), '127.0.0.1');
    client.on('data', (piece) => void (isSilent || server.write(piece)));
    server.on('data', (piece) => void (isSilent || client.write(piece)));
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => peer.destroy());
    }
  });
  await new Promise<void>((resolve) => void between.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void between.close());
  const address = between.address();
  if (address === null || typeof address === 'string') throw new Error('A server on TCP has a port');
  const url = new URL(postgres.url('postgres'));
  url.port = String(address.port);
  const db = await one(url.href, 600);
  const before = await pidOf(db);
  isSilent = true;
  const began = performance.now();
  expect(await answerTo(db.transaction().execute((trx) => sql`select 1`.execute(trx)))).toEqual(tryAgain);
  expect(performance.now() - began).toBeLessThan(5_000);
  isSilent = false;
  expect(await pidOf(db)).not.toBe(before);
});

test('a server that has become a replica is left, and the caller may try again', async () => {
  const db = await one();
  await sql`set default_transaction_read_only = on`.execute(db);
  expect(await answerTo(db.insertInto('notes').values({ id: 3 }).execute())).toEqual(tryAgain);
  await db.insertInto('notes').values({ id: 3 }).execute();
});

test('a killed server is an answer to try again, and its pool works once it is back', async () => {
  const db = await one();
  await pidOf(db);
  await postgres.kill();
  expect(await answerTo(pidOf(db))).toEqual(tryAgain);
  expect(await answerTo(db.transaction().execute((trx) => sql`select 1`.execute(trx)))).toEqual(tryAgain);
  await postgres.restart();
  expect(await pidOf(db)).toBeGreaterThan(0);
});

test('a limit of answers below that of statements is refused: a long statement would lose its connection', async () => {
  const limits = { statementMs: 60_000 };
  await expect(openPostgres<Any>({ url: postgres.url('postgres'), limits })).rejects.toThrow(RangeError);
});
