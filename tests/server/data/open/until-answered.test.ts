import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngineSql } from '#server/data/open/embedded/embedded.ts';
import { defaultLimits } from '#server/data/open/dialect.ts';
import { DatabaseBusy, DatabaseUnusable } from '#server/data/open/errors.ts';
import { untilAnswered } from '#server/data/open/until-answered.ts';
import { openMemory } from '#tests/support/server/database.ts';

const WAIT_MS = 100;
const times = { most: 10_000, pause: 5 };

let memory: Awaited<ReturnType<typeof openMemory>>;
beforeAll(async () => {
  memory = await openMemory();
});
afterAll(() => memory.drop());

/** A database whose engine is busy with something else for the first `slowStarts` connections. */
function openSlow(slowStarts: number) {
  let starts = 0;
  const exchange = async (request: Uint8Array) => {
    const pieces: Uint8Array[] = [];
    await memory.pg.execProtocolRawStream(request, { onRawData: (piece) => pieces.push(piece.slice()) });
    return Buffer.concat(pieces);
  };
  const open = async () => {
    starts += 1;
    if (starts <= slowStarts) await wait(3 * WAIT_MS);
  };
  return openEngineSql({ open, exchange }, { ...defaultLimits, waitMs: WAIT_MS }).db;
}

test('a database that is busy when a server starts is waited for, and the person is told once', async () => {
  const db = openSlow(3);
  const told: string[] = [];
  await untilAnswered(() => sql`select 1`.execute(db), { times, tell: (message) => told.push(message) });
  expect(told).toEqual(['waiting: the database does not answer yet']);
  await db.destroy();
});

test('one that answers at once is not spoken of', async () => {
  const db = openSlow(0);
  const told: string[] = [];
  await untilAnswered(() => sql`select 1`.execute(db), { times, tell: (message) => told.push(message) });
  expect(told).toEqual([]);
  await db.destroy();
});

test('one that never answers ends the start with a sentence', async () => {
  const db = openSlow(Infinity);
  const never = untilAnswered(() => sql`select 1`.execute(db), { times: { ...times, most: 2 * WAIT_MS }, tell: () => undefined });
  await expect(never).rejects.toThrow(
    new DatabaseUnusable(
      'The database has not answered for minutes. Check that it runs, and what this machine is busy with, then start this again.',
    ),
  );
  await expect(never).rejects.toMatchObject({ cause: expect.any(DatabaseBusy) });
  await db.destroy();
});
