import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '#server/data/json.ts';
import { openPostgres } from '#server/data/open/postgres.ts';
import { instant } from '#server/data/values.ts';
import { openMemory } from '#tests/support/server/database.ts';
import { startPostgres, type PostgresServer } from '#tests/support/server/postgres.ts';

type Door = Kysely<Record<string, never>>;

let server: PostgresServer;
let doors: { embedded: Door; postgres: Door };
let close: () => Promise<void>;

beforeAll(async () => {
  server = await startPostgres({ fast: true });
  const embedded = await openMemory<Record<string, never>>();
  const postgres = await openPostgres<Record<string, never>>({ url: server.url('postgres') });
  doors = { embedded: embedded.db, postgres: postgres.db };
  close = async () => {
    await embedded.close();
    await postgres.close();
    await server.stop();
  };
}, 120_000);
afterAll(() => close());

async function read(door: Door, expression: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(door);
  return rows[0]?.value;
}

const columns: ReadonlyArray<readonly [type: string, expression: ReturnType<typeof sql>, value: unknown]> = [
  ['smallint', sql`7::int2`, 7],
  ['integer', sql`-7::int4`, -7],
  ['bigint', sql`9007199254740991::int8`, Number.MAX_SAFE_INTEGER],
  ['count', sql`count(*)`, 1],
  ['sum of integers', sql`sum(2)`, 2],
  ['numeric', sql`12.50::numeric(10,2)`, 12.5],
  ['average', sql`avg(1::numeric / 3)`, 1 / 3],
  ['real', sql`0.1::float4`, 0.1],
  ['double precision', sql`0.1::float8 + 0.2::float8`, 0.30000000000000004],
  ['boolean', sql`true`, true],
  ['text of every script', sql`'Zażółć 山田 علی বাংলা 😀'::text`, 'Zażółć 山田 علی বাংলা 😀'],
  ['varchar', sql`'x'::varchar(5)`, 'x'],
  ['char', sql`'x'::char(3)`, 'x  '],
  ['uuid', sql`'018f9c4e-7b1a-7c3d-9e2f-0123456789ab'::uuid`, '018f9c4e-7b1a-7c3d-9e2f-0123456789ab'],
  ['instant', sql`'2026-08-06T15:05:00+01:00'::timestamptz`, '2026-08-06T14:05:00.000Z'],
  ['instant with microseconds', sql`'2026-08-06 14:05:00.123456Z'::timestamptz`, '2026-08-06T14:05:00.123Z'],
  ['instant of long ago', sql`'1899-12-31T23:59:59Z'::timestamptz`, '1899-12-31T23:59:59.000Z'],
  ['instant with a tenth', sql`'2026-08-06 14:05:00.5Z'::timestamptz`, '2026-08-06T14:05:00.500Z'],
  ['instant with hundredths', sql`'2026-08-06 14:05:00.12Z'::timestamptz`, '2026-08-06T14:05:00.120Z'],
  ['instant before Christ', sql`'0044-03-15 12:00:00Z BC'::timestamptz`, '0044-03-15 12:00:00+00 BC'],
  ['instant without end', sql`'infinity'::timestamptz`, 'infinity'],
  ['date', sql`'2026-02-28'::date`, '2026-02-28'],
  ['timestamp', sql`'2026-02-28 12:00'::timestamp`, '2026-02-28 12:00:00'],
  ['time', sql`'12:30'::time`, '12:30:00'],
  ['interval', sql`'1 day 02:00'::interval`, 'P1DT2H'],
  ['jsonb object', sql`'{"a": [1, null, "x"]}'::jsonb`, { a: [1, null, 'x'] }],
  ['jsonb null', sql`'null'::jsonb`, null],
  ['json', sql`'[1]'::json`, [1]],
  ['bytea', sql`'\\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
  ['null', sql`null::timestamptz`, null],
  ['text array', sql`array['a,b', null, '"']`, ['a,b', null, '"']],
  ['bigint array', sql`array[1, 2]::int8[]`, [1, 2]],
  ['numeric array', sql`array[1.5]::numeric[]`, [1.5]],
  ['uuid array', sql`array['018f9c4e-7b1a-7c3d-9e2f-0123456789ab']::uuid[]`, ['018f9c4e-7b1a-7c3d-9e2f-0123456789ab']],
  ['instant array', sql`array['2026-08-06T14:05:00Z']::timestamptz[]`, ['2026-08-06T14:05:00.000Z']],
  ['date array', sql`array['2026-02-28']::date[]`, ['2026-02-28']],
];

describe.each(['embedded', 'postgres'] as const)('%s', (kind) => {
  test.each(columns)('gives %s as the agreed JavaScript value', async (_type, expression, value) => {
    expect(await read(doors[kind], expression)).toStrictEqual(value);
  });

  test.each(['2026-08-06 14:05:00.123456Z', '2026-08-06 14:05:00.5Z', '2026-08-06 14:05:00Z'])(
    'gives %s inside JSON as a column of the same time',
    async (text) => {
      const [inside, column] = [sql`to_jsonb(${text}::timestamptz)`, sql`${text}::timestamptz`];
      expect(instant(String(await read(doors[kind], inside)))).toBe(await read(doors[kind], column));
    },
  );

  test('keeps what is written through parameters', async () => {
    const written = {
      when: '2026-08-06T14:05:00.000Z',
      day: '2026-02-28',
      list: [{ a: 1 }, 'x'],
      bytes: Buffer.from([1, 0, 2]),
      names: ['a', 'b'],
    };
    const { rows } =
      await sql`select ${written.when}::timestamptz as when, ${written.day}::date as day, ${json(written.list)} as list,
      ${written.bytes}::bytea as bytes, ${written.names}::text[] as names`.execute(doors[kind]);
    expect(rows[0]).toStrictEqual(written);
  });

  test('keeps JSON of every shape, the shapes that PostgreSQL would read as its own among them', async () => {
    for (const value of [{}, [], [1, 2], ['{a,b}'], 'text', '', 0, false, null, { quote: `'"\\`, deep: [[{ x: null }]] }]) {
      expect(await read(doors[kind], sql`${json(value)}`)).toStrictEqual(value);
    }
  });

  test('refuses a number that JavaScript would silently change', async () => {
    await expect(read(doors[kind], sql`9007199254740993::int8`)).rejects.toThrow(RangeError);
    expect(await read(doors[kind], sql`1`)).toBe(1);
  });

  test.each([
    ['23505', 'kinds_once', 'insert into kinds (id) values (1), (1)'],
    ['23514', 'kinds_positive', 'insert into kinds (id) values (-1)'],
    ['22021', undefined, "select convert_from(decode('00', 'hex'), 'UTF8')"],
    ['42P01', undefined, 'select * from nowhere'],
  ])('says %s with the same code and constraint', async (code, constraint, statement) => {
    const failure = await doors[kind]
      .transaction()
      .execute(async (transaction) => {
        await sql`create table kinds (id int constraint kinds_once unique constraint kinds_positive check (id > 0))`.execute(
          transaction,
        );
        await sql.raw(statement).execute(transaction);
      })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, constraint, name: 'error' });
  });

  test('counts the rows that a statement changed', async () => {
    await doors[kind].transaction().execute(async (transaction) => {
      await sql`create table counted (id int)`.execute(transaction);
      expect((await sql`insert into counted values (1), (2), (3)`.execute(transaction)).numAffectedRows).toBe(3n);
      expect((await sql`update counted set id = 9 where id > 1`.execute(transaction)).numAffectedRows).toBe(2n);
      expect((await sql`delete from counted where id = 5`.execute(transaction)).numAffectedRows).toBe(0n);
      await sql`drop table counted`.execute(transaction);
    });
  });
});
