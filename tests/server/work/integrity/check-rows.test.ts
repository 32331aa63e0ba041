import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import { MARKED_TABLES } from '#server/data/integrity/marked-tables.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { checkAndFile, fileEnds } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { acceptRows } from '#server/work/integrity/accept-rows.ts';
import { finishRecordingRows, recordRowsOnce } from '#server/work/integrity/record-rows.ts';
import { catalogue, keepRows, putBack, takeGuardsAway } from '#tests/support/integrity/altered-rows.ts';
import { registered } from '#tests/support/people/registering.ts';
import { live, makeWrites } from '#tests/support/server/every-call.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-marks-'));
let file: HeadsFile;
const app = useTestApp(async (opened) => {
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const checked = async () => checkAll(app.deps, { filed: await file.read() });
/** Each finding with the table or part that it names. */
const faults = async () =>
  (await checked()).findings
    .map(({ fault, subject }) => `${fault} ${subject.split(' ')[0]}`)
    .filter((each) => !each.startsWith('GUARD_OFF'));
const run = (statement: string) => sql.raw(statement).execute(app.database.db);

const SOMEBODY = `email = 'admin@demo.nhs.uk'`;

beforeAll(async () => {
  // An account moves to its hospital, and its session along.
  await registered(app, 'moving@demo.nhs.uk');
  const life = await live(app, app);
  await makeWrites(app, app, life, () => undefined);
}, 120_000);

test('after a registration and every call that writes, each row has the mark of what it says', async () => {
  expect(await checked()).toMatchObject({ findings: [], unmarked: 0 });
  expect((await filledTables()).length).toBeGreaterThanOrEqual(19);
});

/** The marked tables that hold a row. */
async function filledTables(): Promise<string[]> {
  const filled: string[] = [];
  for (const table of Object.keys(MARKED_TABLES)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(app.database.db);
    if (rows.length > 0) filled.push(table);
  }
  return filled;
}

test('what the product writes later heals no row that was altered, and none that was added', async () => {
  const later = () =>
    inTransaction(app.database.db, (trx) =>
      trx
        .updateTable('users')
        .set({ grade: 'Later' })
        .where(sql<boolean>`${sql.raw(SOMEBODY)}`)
        .execute(),
    );
  const { rows } = await sql<{ grade: string | null; type: string | null }>`select grade, account_type as type from users
    where ${sql.raw(SOMEBODY)}`.execute(app.database.db);
  await run(`update users set account_type = 'GHOST' where ${SOMEBODY}`);
  await later();
  expect(await faults()).toEqual(['ROW_CHANGED users']);
  await sql`update users set grade = ${rows[0]?.grade ?? null}, account_type = ${rows[0]?.type ?? null} where ${sql.raw(SOMEBODY)}`.execute(
    app.database.db,
  );
  expect(await faults()).toEqual([]);
  await run(`insert into session_tokens select repeat('c', 64), session_id, created_at from session_tokens limit 1`);
  await inTransaction(app.database.db, (trx) =>
    trx
      .updateTable('session_tokens')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .where('token_hash', '=', 'c'.repeat(64))
      .execute(),
  );
  expect(await faults()).toEqual(['ROW_ADDED session_tokens']);
  await run(`delete from session_tokens where token_hash = repeat('c', 64)`);
  expect(await faults()).toEqual([]);
});

test('a transaction that fails leaves no mark, and one that writes a row often leaves one', async () => {
  const { db } = app.database;
  const rename = (name: string, fails: boolean) =>
    inTransaction(db, async (trx) => {
      await trx
        .updateTable('roles')
        .set({ name: `${name} once` })
        .where('key', '=', 'NURSE')
        .execute();
      await trx.updateTable('roles').set({ name }).where('key', '=', 'NURSE').execute();
      if (fails) throw new Error('On purpose');
    });
  await expect(rename('Refused', true)).rejects.toThrow('On purpose');
  expect(await faults()).toEqual([]);
  await rename('Ward nurse', false);
  expect(await faults()).toEqual([]);
});

test('an old row that is put back together with its old mark differs from the file of heads', async () => {
  await fileEnds(app.deps, file, new Set());
  await run('create table old_roles as select * from roles');
  await run(`create table old_marks as select * from row_marks where of_table = 'roles'`);
  const rename = (name: string) =>
    inTransaction(app.database.db, (trx) => trx.updateTable('roles').set({ name }).where('key', '=', 'NURSE').execute());
  await rename('Staff nurse');
  await fileEnds(app.deps, file, new Set());
  await run('update roles r set name = o.name from old_roles o where o.id = r.id');
  await run(
    `update row_marks m set count = o.count, mac = o.mac from old_marks o where o.of_table = m.of_table and o.key = m.key`,
  );
  expect(new Set(await faults())).toEqual(new Set(['ROW_CHANGED roles']));
  // The file keeps what it said: the hospital's way back is to write the row once more, later than what was filed.
  await rename('Nurse');
  await rename('Staff nurse');
  await fileEnds(app.deps, file, new Set());
  expect(await faults()).toEqual([]);
});

test('which rows are marked is not taken away, nor said anew', async () => {
  const setting = () =>
    app.database.db.selectFrom('settings').select('value').where('name', '=', 'row_marks').executeTakeFirstOrThrow();
  const { value } = await setting();
  await run('create table old_users as select id, account_type from users');
  await run(`delete from settings where name = 'row_marks'`);
  await run(`update users set account_type = 'GHOST' where ${SOMEBODY}`);
  const both = ['ROWS_UNRECORDED marks', 'ROW_CHANGED users'];
  expect(await faults()).toEqual(both);
  await recordRowsOnce(app.deps, file);
  expect(await faults()).toEqual(both);
  await sql`insert into settings values ('row_marks', ${JSON.stringify({ tables: {}, count: 999, mac: 'x' })}::jsonb)`.execute(
    app.database.db,
  );
  await recordRowsOnce(app.deps, file);
  expect(await faults()).toEqual(both);
  await sql`update settings set value = ${JSON.stringify(value)}::jsonb where name = 'row_marks'`.execute(app.database.db);
  expect(await faults()).toEqual(['ROW_CHANGED users']);
  await run('update users u set account_type = o.account_type from old_users o where o.id = u.id');
  expect(await faults()).toEqual([]);
});

test('what was said of the marks once is not said again', async () => {
  await run(`create table once as select * from settings where name = 'row_marks'`);
  await acceptRows(app.deps);
  await fileEnds(app.deps, file, new Set());
  expect(await faults()).toEqual([]);
  await run(`update settings s set value = o.value from once o where o.name = s.name`);
  expect(await faults()).toEqual(['ROWS_UNRECORDED marks']);
  expect(await finishRecordingRows(app.deps, file)).toBe(0);
  await acceptRows(app.deps);
  await acceptRows(app.deps);
  await fileEnds(app.deps, file, new Set());
  expect(await faults()).toEqual([]);
});

test('rows that somebody has mended by hand are accepted with a line in each security log', async () => {
  await run(`update roles set name = 'Mended' where key = 'NURSE'`);
  expect(new Set(await faults())).toEqual(new Set(['ROW_CHANGED roles']));
  await acceptRows(app.deps);
  expect(await faults()).toEqual([]);
  const { rows } = await sql<{
    detail: string;
  }>`select detail from security_log where type = 'HEADS_RECORDED' order by at desc, seq desc limit 1`.execute(app.database.db);
  expect(rows[0]?.detail).toMatch(/^\d+ rows? accepted as they are/);
});

test('a forged mark of an organisation that there is none of is told to all', async () => {
  await run(`insert into row_marks values ('cases', 'x', gen_random_uuid(), 1, false, 'y')`);
  await checkAndFile(app.deps, file);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from security_log where type = 'RECORD_ALTERED'`.execute(app.database.db);
  expect(rows[0]?.count).toBeGreaterThan(0);
  await run(`delete from row_marks where key = 'x'`);
  expect(await faults()).toEqual([]);
});

test('a trigger that is switched off, or does something else, is a finding', async () => {
  const off = async () => (await checked()).findings.filter(({ fault }) => fault === 'GUARD_OFF').map(({ subject }) => subject);
  expect(await off()).toEqual([]);
  await run('alter table users disable trigger users_marked_update');
  expect(await off()).toEqual(['users_marked_update']);
  await run('alter table users enable trigger users_marked_update');
  const { rows } = await sql<{ is: string }>`select pg_get_functiondef('mark_roles'::regproc) as is`.execute(app.database.db);
  await run(`create or replace function mark_roles() returns trigger language plpgsql as $f$ begin return null; end $f$`);
  expect(await off()).toEqual(['roles_marked_insert', 'roles_marked_update', 'roles_marked_delete']);
  await run(rows[0]?.is ?? '');
  expect(await off()).toEqual([]);
});

test('rows from before there were marks are marked once, and once more for servers of the build before', async () => {
  const { db } = app.database;
  const fresh = { read: async () => undefined };
  await run(`delete from settings where name = 'row_marks'`);
  await run('delete from row_marks');
  await recordRowsOnce(app.deps, fresh);
  // A server of the build before writes without marks.
  await run(`update roles set name = 'By the build before' where key = 'NURSE'`);
  const without = async () => checkAll(app.deps, { filed: undefined });
  expect(await without()).toMatchObject({ findings: [], unmarked: Object.keys(MARKED_TABLES).length });
  expect(await finishRecordingRows(app.deps, fresh)).toBe(0);
  app.clock.advance(HOUR);
  expect(await finishRecordingRows(app.deps, fresh)).toBeGreaterThan(0);
  expect(await without()).toMatchObject({ findings: [], unmarked: 0 });
  await db.updateTable('roles').set({ name: 'Altered' }).where('key', '=', 'NURSE').execute();
  expect(new Set((await without()).findings.map(({ fault }) => fault))).toEqual(new Set(['ROW_CHANGED']));
  await run(`update roles set name = 'By the build before' where key = 'NURSE'`);
  await file.append(new Date(app.clock.now()).toISOString(), [], { isAnew: true });
});

const first = (table: string) => `ctid = (select min(ctid) from ${table})`;

/** Acts of somebody with the database in hand, and the finding of each. */
const ATTACKS: readonly (readonly [what: string, statement: string, fault: string])[] = [
  ['a password of somebody else', `update users set password_hash = 'x' where ${SOMEBODY}`, 'ROW_CHANGED users'],
  [
    'a role with more rights',
    `update roles set permissions = permissions || '["users.manage"]' where key = 'NURSE'`,
    'ROW_CHANGED roles',
  ],
  [
    'a ghost',
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid()))).* from users u where ${SOMEBODY}`,
    'ROW_ADDED users',
  ],
  [
    'a forged session',
    `insert into session_tokens select repeat('a', 64), session_id, created_at from session_tokens limit 1`,
    'ROW_ADDED session_tokens',
  ],
  [
    'a forged ticket',
    `insert into tickets select repeat('b', 64), organisation_id, id, now(), now() from handovers limit 1`,
    'ROW_ADDED tickets',
  ],
  [
    'a tablet that is blocked, or allowed again',
    `update devices set revoked_at = case when revoked_at is null then now() end`,
    'ROW_CHANGED devices',
  ],
  ['no hold any more', 'delete from legal_holds', 'ROW_GONE legal_holds'],
  [
    'another text in the library',
    `update procedures set fields = fields || '{"altered": 1}' where ${first('procedures')}`,
    'ROW_CHANGED procedures',
  ],
  [
    'a review that nobody made',
    `update procedures set clinically_reviewed = not clinically_reviewed where ${first('procedures')}`,
    'ROW_CHANGED procedures',
  ],
  ['a signer who is not required', 'update recipients set required = not required', 'ROW_CHANGED recipients'],
  ['a mark', `update row_marks set count = count + 1 where of_table = 'users'`, 'ROW_CHANGED users'],
  ['no marks', `delete from row_marks where of_table = 'handovers'`, 'ROW_ADDED handovers'],
  [
    'a row and its mark',
    `with gone as (delete from roles where key = 'NURSE' returning id) delete from row_marks where of_table = 'roles' and split_part(key, ' ', 2) in (select id::text from gone)`,
    'ROW_GONE roles',
  ],
];

test('with the database in hand and every guard taken away, each attack is found', async () => {
  const { db } = app.database;
  const tables = await catalogue(db);
  await fileEnds(app.deps, file, new Set());
  await keepRows(db, tables, 'now');
  await takeGuardsAway(db);
  for (const [what, statement, fault] of ATTACKS) {
    await run(statement);
    expect([what, ...(await faults())]).toContain(fault);
    for (const table of tables) if (table.table in MARKED_TABLES || table.table === 'row_marks') await putBack(db, table, 'now');
    expect([what, ...(await faults())]).toEqual([what]);
  }
}, 120_000);
