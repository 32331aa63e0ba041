import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#domain/base/limits.ts';
import type { AccessRow } from '#server/data/audit/access-log.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { checkAndFile } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { draft, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller;
let folder: string;
let file: HeadsFile;
const app = useTestApp(async (opened) => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-access-'));
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
  staff = await signIn(opened);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (statement: RawBuilder<unknown>) => statement.execute(app.database.db);
const found = async (isDeep = false) =>
  (await checkAll(app.deps, { filed: await file.read(), isDeep })).findings
    .filter(({ subject }) => subject.startsWith('access '))
    .map(({ fault }) => fault);

/** Lines on a day of their own, so in a chain of their own; the guards are off as for whoever owns the tables. */
let chain: AccessRow[] = [];
beforeEach(async () => {
  app.clock.advance(25 * HOUR);
  staff = await signIn(app);
  for (let nth = 0; nth < 4; nth += 1) await staff.call('recordDetails', { id: (await draft(staff)).recordID });
  const { chain_id } = await app.database.db
    .selectFrom('access_log')
    .select('chain_id')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  chain = await app.database.db.selectFrom('access_log').selectAll().where('chain_id', '=', chain_id).orderBy('seq').execute();
});

async function tampered(change: RawBuilder<unknown>, isDeep = false): Promise<string[]> {
  expect(await found(isDeep)).toEqual([]);
  await run(sql`alter table access_log disable trigger all`);
  await run(change);
  await run(sql`alter table access_log enable trigger all`);
  await run(
    sql`alter table access_log enable always trigger access_log_append_only, enable always trigger access_log_never_emptied`,
  );
  const faults = await found(isDeep);
  // An altered chain cannot be repaired: the next test gets another one.
  await run(sql`alter table access_log disable trigger all`);
  await run(sql`delete from access_log where chain_id = ${chain[0]!.chain_id}`);
  await run(sql`delete from chain_heads where chain = 'ACCESS' and id = ${chain[0]!.chain_id}`);
  await run(sql`alter table access_log enable trigger all`);
  await run(
    sql`alter table access_log enable always trigger access_log_append_only, enable always trigger access_log_never_emptied`,
  );
  return faults;
}
const of = (seq: number) => sql`chain_id = ${chain[0]!.chain_id} and seq = ${seq}`;

test('the database refuses to change, delete or empty the log', async () => {
  for (const change of [sql`update access_log set why = 'x'`, sql`delete from access_log`, sql`truncate access_log`])
    await expect(run(change)).rejects.toThrow(/append-only/);
});

test.each([
  ['another name', () => sql`update access_log set actor = 'Somebody' where ${of(2)}`, 'ACCESS_CHANGED'],
  ['another patient', () => sql`update access_log set patient_id = gen_random_uuid() where ${of(3)}`, 'ACCESS_CHANGED'],
  ['a line taken out', () => sql`delete from access_log where ${of(2)}`, 'ACCESS_CHANGED'],
  ['the last line cut', () => sql`delete from access_log where ${of(chain.length)}`, 'ACCESS_CUT'],
  [
    'the end forgotten',
    () => sql`delete from chain_heads where chain = 'ACCESS' and id = ${chain[0]!.chain_id}`,
    'ACCESS_UNRECORDED',
  ],
  [
    'a line cut and the end set back',
    () => sql`with cut as (delete from access_log where ${of(chain.length)})
      update chain_heads set length = length - 1, head = ${chain.at(-2)!.hash} where chain = 'ACCESS' and id = ${chain[0]!.chain_id}`,
    'ACCESS_UNRECORDED',
  ],
])('%s is found', async (_, change, fault) => {
  expect(await tampered(change())).toEqual([fault]);
});

test('once its end is filed, a chain is compared by its end each day, and line by line by the command', async () => {
  await checkAndFile(app.deps, file);
  expect((await file.read())?.heads.get(`${chain[0]!.organisation_id} ACCESS ${chain[0]!.chain_id}`)?.length).toBe(chain.length);
  const change = sql`update access_log set actor = 'Somebody' where ${of(2)}`;
  await run(sql`alter table access_log disable trigger all`);
  await run(change);
  await run(sql`alter table access_log enable trigger all`);
  await run(
    sql`alter table access_log enable always trigger access_log_append_only, enable always trigger access_log_never_emptied`,
  );
  expect(await found()).toEqual([]);
  expect(await found(true)).toEqual(['ACCESS_CHANGED']);
});

test('a chain that is gone with its recorded end is found by the file of heads', async () => {
  await checkAndFile(app.deps, file);
  await run(sql`alter table access_log disable trigger all`);
  await run(sql`delete from access_log where chain_id = ${chain[0]!.chain_id}`);
  await run(sql`delete from chain_heads where chain = 'ACCESS' and id = ${chain[0]!.chain_id}`);
  await run(sql`alter table access_log enable trigger all`);
  await run(
    sql`alter table access_log enable always trigger access_log_append_only, enable always trigger access_log_never_emptied`,
  );
  expect(await found()).toEqual(['ACCESS_CUT']);
});
