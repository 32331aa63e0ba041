import { sql, type Kysely } from 'kysely';
import { searchTextOfDevice } from '#server/data/sync/device-search.ts';
import { searchTextOfUser } from '#server/data/accounts/user-search.ts';
import type { Tables } from '#server/data/tables/tables.ts';

/**
 * The folded text by which people and tablets are found, as patients have it, and the indexes that their lists walk: a page of either
 * costs the same whatever has been kept.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table users add column search text not null default ''`.execute(db);
  await sql`alter table devices add column search text not null default ''`.execute(db);
  const users = await db
    .selectFrom('users')
    .select([...KEY, 'first_name', 'last_name', 'email'])
    .execute();
  await fill(db, 'users', users, searchTextOfUser);
  const devices = await db
    .selectFrom('devices')
    .select([...KEY, 'label', 'name'])
    .execute();
  await fill(db, 'devices', devices, searchTextOfDevice);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const KEY = ['organisation_id', 'id'] as const;
type Key = { organisation_id: string; id: string };

const ROWS_AT_ONCE = 1000;

/** Writes the text of each row. */
async function fill<R extends Key>(
  db: Kysely<Tables>,
  table: 'users' | 'devices',
  rows: readonly R[],
  textOf: (row: R) => string,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const column = (values: string[], type: 'uuid[]' | 'text[]') => sql`cast(${values} as ${sql.raw(type)})`;
    const [organisations, ids, texts] = [
      column(
        some.map((row) => row.organisation_id),
        'uuid[]',
      ),
      column(
        some.map((row) => row.id),
        'uuid[]',
      ),
      column(some.map(textOf), 'text[]'),
    ];
    await sql`update ${sql.table(table)} as t set search = f.search
      from unnest(${organisations}, ${ids}, ${texts}) as f(organisation_id, id, search)
      where t.organisation_id = f.organisation_id and t.id = f.id`.execute(db);
  }
}

const STATEMENTS = [
  `create index users_listed on users
    (organisation_id, (case when status = 'PENDING_APPROVAL' then 0 else 1 end), last_name, first_name, id)`,
  `create index devices_used on devices (organisation_id, last_used_at desc, id)`,
  `do $$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      create index users_search on users using gin (search gin_trgm_ops);
    end if;
  end $$`,
];
