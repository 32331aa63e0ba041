import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { openHeadsFile } from '#server/outside/heads-file.ts';
import { inTransaction } from '#server/data/transaction.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { checkAndFile } from '#server/work/integrity/daily-check.ts';
import { aPatient, signIn } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

const app = useTestApp();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-unseen-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Names as builds of before took them, and names that only look like these. */
const HIDDEN = {
  last_name: 'Soft\u00ADhy',
  first_name: 'An\u200Bn',
  hospital_number: 'I\u20602',
  name_in_latin: 'Zhang\uFE0F San',
};
const SHOWN = { last_name: 'O\u2019Brien \u738B\uFE00', first_name: '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645' };

async function aPatientWith(columns: Record<string, string>): Promise<string> {
  const staff = await signIn(app);
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await app.database.db.updateTable('patients').set(columns).where('id', '=', patient.id).execute();
  return patient.id;
}

/** Users enough for several pages, with the one that is looked for behind them. */
async function manyUsers(): Promise<string> {
  const { email } = await addPerson(app);
  return inTransaction(app.database.db, async (db) => {
    await sql`insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', 'many' || n || '@demo.nhs.uk'))).*
      from users u, generate_series(1, 1100) n where u.email = ${email}`.execute(db);
    const ofMany = db.selectFrom('users').select('id').where('email', 'like', 'many%');
    const { id } = await ofMany.orderBy('organisation_id', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await db.updateTable('users').set({ first_name: 'Ro\u200Bwan' }).where('id', '=', id).execute();
    return id;
  });
}

test('the daily check counts and names rows of before whose names hold letters that show nothing, and changes none', async () => {
  const hidden = [];
  for (const [column, value] of Object.entries(HIDDEN)) hidden.push(await aPatientWith({ [column]: value }));
  await aPatientWith(SHOWN);
  const user = await manyUsers();
  const { db } = app.database;
  const rows = () => db.selectFrom('patients').selectAll().orderBy('id').execute();
  const before = await rows();
  const file = openHeadsFile(folder, app.deps.chainKey);
  const subjects = [...hidden.toSorted().map((id) => `patient ${id}`), `user ${user}`];
  expect((await checkAll(app.deps, { filed: undefined })).unseen.map(({ subject }) => subject)).toEqual(subjects);

  const told = () => db.selectFrom('security_log').select('detail').where('type', '=', 'LETTERS_UNSEEN').execute();
  app.log.length = 0;
  await checkAndFile(app.deps, file);
  const detail = `5 rows: ${subjects.join(', ')}`;
  expect(await told()).toEqual([{ detail }]);
  expect(app.log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'stored names hold letters that show nothing', detail }),
  );
  expect((await app.ask({ url: '/metrics', remoteAddress: '127.0.0.1' })).text).toMatch(/^assent_names_unseen_letters 5$/m);
  expect(await rows()).toEqual(before);

  // Said again after a month, and at once of other rows.
  await checkAndFile(app.deps, file);
  expect(await told()).toHaveLength(1);
  app.clock.advance(31 * DAY);
  await checkAndFile(app.deps, file);
  expect(await told()).toHaveLength(2);
  await db.updateTable('patients').set({ last_name: 'Softhy' }).where('id', '=', hidden[0]!).execute();
  await checkAndFile(app.deps, file);
  expect((await told()).map((each) => each.detail.split(':')[0])).toEqual(['5 rows', '5 rows', '4 rows']);
});
