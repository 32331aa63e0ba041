import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StatementNames } from '#server/data/open/named-statements.ts';
import { DatabaseInterrupted } from '#server/data/open/errors.ts';
import { openTestDatabase } from '#tests/support/server/database.ts';

test('a text has a name from the second time on, always the same one, and no other text has it', () => {
  const names = new StatementNames();
  expect(names.of('select $1')).toBeUndefined();
  const name = names.of('select $1');
  expect(name).toMatch(/^[\w-]{32}$/);
  expect(names.of('select $1')).toBe(name);
  names.of('select $2');
  expect(names.of('select $2')).not.toBe(name);
});

test('texts without end take no more names than there are, and leave those that are given', () => {
  const names = new StatementNames();
  names.of('first');
  const first = names.of('first');
  const given = new Set(Array.from({ length: 1_000 }, (_, n) => (names.of(`text ${n}`), names.of(`text ${n}`))));
  expect(given.size).toBe(300);
  expect(names.of('first')).toBe(first);
  expect(names.of('one more')).toBeUndefined();
  expect(names.of('one more')).toBeUndefined();
});

test.runIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a table that another server has changed meanwhile is read all the same',
  async () => {
    const { db, drop } = await openTestDatabase<{ things: { id: number } }>({
      name: 'things',
      migrate: async (made) => void (await sql`create table things as select 1 as id`.execute(made.db)),
    });
    const read = () => db.selectFrom('things').selectAll().where('id', '=', 1).execute();
    for (let times = 0; times < 3; times += 1) expect(await read()).toEqual([{ id: 1 }]);
    await sql`alter table things add column name text`.execute(db);
    expect(await read()).toEqual([{ id: 1, name: null }]);
    expect(await read()).toEqual([{ id: 1, name: null }]);
    await sql`alter table things add column more text`.execute(db);
    const readWithin = () =>
      db.transaction().execute((trx) => trx.selectFrom('things').selectAll().where('id', '=', 1).execute());
    await expect(readWithin()).rejects.toBeInstanceOf(DatabaseInterrupted);
    expect(await readWithin()).toEqual([{ id: 1, name: null, more: null }]);
    await drop();
  },
);
