import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseBusy } from '#server/data/open/errors.ts';
import { openMemory, openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts';

type Tables = { notes: { id: number; text: string } };

let database: TestDatabase<Tables>;
let embedded: TestDatabase<Tables>;

async function makeNotes({ db: door }: Pick<TestDatabase<Tables>, 'db'>): Promise<void> {
  await sql`create table notes (id int primary key, text text not null)`.execute(door);
}

beforeAll(async () => {
  database = await openTestDatabase<Tables>({ name: 'notes', migrate: makeNotes });
  embedded = await openMemory<Tables>({ waitMs: 300, waiting: 3 });
  await makeNotes(embedded);
}, 120_000);
afterEach(async () => {
  await database.db.deleteFrom('notes').execute();
  await embedded.db.deleteFrom('notes').execute();
});
afterAll(async () => {
  await database.drop();
  await embedded.drop();
});

const ids = async ({ db: door }: TestDatabase<Tables>): Promise<number[]> =>
  (await door.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('on either database', () => {
  test('a transaction that fails keeps nothing, and the next one works', async () => {
    const { db: door } = database;
    const failing = door.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, text: 'a' }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await door.transaction().execute((transaction) => transaction.insertInto('notes').values({ id: 2, text: 'b' }).execute());
    expect(await ids(database)).toEqual([2]);
  });

  test('a statement that fails inside a transaction undoes all of it', async () => {
    const { db: door } = database;
    const failing = door.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, text: 'a' }).execute();
      await transaction.insertInto('notes').values({ id: 1, text: 'twice' }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await ids(database)).toEqual([]);
  });

  test('two hundred transactions at once each keep their row', async () => {
    const { db: door } = database;
    const all = Array.from({ length: 200 }, (_, id) =>
      door.transaction().execute(async (transaction) => {
        await transaction.insertInto('notes').values({ id, text: 'a' }).execute();
        await transaction.updateTable('notes').set({ text: 'b' }).where('id', '=', id).execute();
      }),
    );
    await Promise.all(all);
    expect((await ids(database)).length).toBe(200);
  });
});

describe('on the embedded database, which has one connection', () => {
  test('transactions run one after another, in the order they were asked for', async () => {
    const { db: door } = embedded;
    const events: string[] = [];
    const one = (name: string): Promise<void> =>
      door.transaction().execute(async (transaction) => {
        events.push(`${name} begins`);
        await sql`select 1`.execute(transaction);
        await wait(5);
        events.push(`${name} ends`);
      });
    const names = ['first', 'second', 'third', 'fourth'];
    await Promise.all(names.map(one));
    expect(events).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test('who waits too long is told that the database is busy', async () => {
    const { db: door } = embedded;
    const slow = door.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await working(transaction, 500);
    });
    await expect(sql`select 1`.execute(door)).rejects.toThrow('The database is busy. Please try again.');
    await slow;
    expect(await ids(embedded)).toEqual([]);
  });

  test('one more than may wait is refused at once', async () => {
    const { db: door } = embedded;
    const slow = door.transaction().execute((transaction) => working(transaction, 100));
    await wait(20);
    const waiting = [1, 2, 3].map((number) => sql`select ${number}::int`.execute(door));
    const refused = await sql`select 1`.execute(door).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseBusy);
    expect(refused).toMatchObject({ code: '53300' });
    await Promise.all([slow, ...waiting]);
  });

  test('a transaction left idle is rolled back, and others go on', async () => {
    // A database of its own: on a busy machine a pause between two statements of the other tests is as long.
    const impatient = await openMemory<Tables>({ idleInTransactionMs: 100 });
    await makeNotes(impatient);
    const idle = impatient.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, text: 'left' }).execute();
      await wait(200);
      await transaction.insertInto('notes').values({ id: 2, text: 'late' }).execute();
    });
    await expect(idle).rejects.toThrow('connection to the database has ended');
    expect(await ids(impatient)).toEqual([]);
    await impatient.drop();
  });
});

/** A transaction that is long, and not idle. */
async function working(transaction: Transaction<Tables>, duration: number): Promise<void> {
  for (const end = Date.now() + duration; Date.now() < end; await wait(20)) await sql`select 1`.execute(transaction);
}
