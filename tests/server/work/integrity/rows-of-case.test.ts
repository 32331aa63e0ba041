import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/base/limits.ts';
import type { IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { fileEnds } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { draft, handOver, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let file: HeadsFile;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-rows-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
});

const run = (statement: RawBuilder<unknown>) => statement.execute(app.database.db);

/** A form that is out, on a list, with one question that was answered and one that waits. */
async function life() {
  const version = await sent(staff);
  const { consentID, recordID } = version;
  const patient = await handOver(app, staff, { consentID });
  for (const text of ['How long does it take?', 'Will it hurt?']) await patient.call('recordQuestion', { consentID, text });
  const { consents } = (await staff.call('recordDetails', { id: recordID })).data;
  const [question] = consents[0]?.questions ?? [];
  await staff.call('recordAnswer', { id: question?.id ?? '', answer: 'An hour' });
  const date = localDate(app.clock.now() + 7 * DAY, 'Europe/London');
  const listed = { date, theatre: 'Theatre 1', listType: 'THEATRE' } as const;
  const { version: now } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version: now, listed });
  return { consentID, recordID, version, waiting: consents[0]?.questions[1]?.id ?? '' };
}

const faultsOf = async (recordID: string): Promise<IntegrityFault[]> => (await faultsOfCase(app, recordID)) ?? [];

type Plant = readonly [
  what: string,
  fault: IntegrityFault,
  change: (of: { consentID: string; recordID: string }) => RawBuilder<unknown>,
];
const PLANTS: readonly Plant[] = [
  [
    'the day of the list',
    'LISTING_CHANGED',
    ({ recordID }) => sql`update cases set listed_on = listed_on + 1 where id = ${recordID}`,
  ],
  ['the theatre', 'LISTING_CHANGED', ({ recordID }) => sql`update cases set theatre = 'Theatre 2' where id = ${recordID}`],
  ['the kind of list', 'LISTING_CHANGED', ({ recordID }) => sql`update cases set list_type = 'CLINIC' where id = ${recordID}`],
  [
    'a case that is taken off its list',
    'LISTING_CHANGED',
    ({ recordID }) => sql`update cases set listed_on = null, theatre = null, list_type = null where id = ${recordID}`,
  ],
  [
    'a question',
    'QUESTION_CHANGED',
    ({ consentID }) => sql`update questions set text = 'Nothing' where consent_id = ${consentID} and answer is null`,
  ],
  [
    'an answer',
    'QUESTION_CHANGED',
    ({ consentID }) => sql`update questions set answer = 'A day' where consent_id = ${consentID} and answer is not null`,
  ],
  [
    'an answer that nobody gave',
    'QUESTION_CHANGED',
    ({ consentID }) => sql`update questions set answer = 'No' where consent_id = ${consentID} and answer is null`,
  ],
  [
    'a question that is deleted',
    'QUESTION_CHANGED',
    ({ consentID }) => sql`delete from questions where consent_id = ${consentID} and answer is null`,
  ],
  [
    'a signer who has not signed and is taken away with the mark',
    'SIGNER_GONE',
    ({
      consentID,
    }) => sql`with gone as (delete from recipients where consent_id = ${consentID} and role = 'PATIENT' returning organisation_id, signing_order)
      delete from row_marks where of_table = 'recipients'
        and key in (select concat_ws(' ', organisation_id, ${consentID}::text, signing_order) from gone)`,
  ],
  [
    'a withdrawal that nobody made',
    'TIME_CHANGED',
    ({ consentID }) => sql`update consents set withdrawn_at = now() where id = ${consentID}`,
  ],
  [
    'a reason of an end that was none',
    'STATUS_CHANGED',
    ({ consentID }) => sql`update consents set void_kind = 'WRONG_PATIENT' where id = ${consentID}`,
  ],
];

test('nothing is found of cases that went their ways: taken off a list, recalled with questions, withdrawn, recorded in error', async () => {
  const { consentID, recordID, version: form, waiting } = await life();
  await staff.call('recordAnswer', { id: waiting, answer: 'No' });
  await signAll(app, staff, form);
  const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
  await staff.call('recordUpdate', { recordID, version, listed: null });
  await staff.call('recordWithdraw', { consentID, reason: 'Changed their mind' });
  await staff.call('recordVoid', { consentID, kind: 'OTHER', reason: 'Twice' });
  const out = await sent(staff);
  const patient = await handOver(app, staff, { consentID: out.consentID });
  await patient.call('recordQuestion', { consentID: out.consentID, text: 'Why?' });
  await staff.call('recordRecall', { consentID: out.consentID, reason: 'Wrong side' });
  for (const id of [recordID, out.recordID]) expect(await faultsOf(id)).toEqual([]);
  expect((await checkAll(app.deps, { filed: await file.read() })).findings).toEqual([]);
});

test.each(PLANTS)('the check finds %s that was altered in the database: %s', async (_, fault, change) => {
  const form = await life();
  expect(await faultsOf(form.recordID)).toEqual([]);
  await run(change(form));
  expect(await faultsOf(form.recordID)).toContain(fault);
});

test('a case that was made and taken away within a day is missed, as the ends are filed each hour; an end that goes back is never filed', async () => {
  const gone = await draft(staff);
  expect(await fileEnds(app.deps, file, new Set())).toBeGreaterThan(0);
  expect(await fileEnds(app.deps, file, new Set())).toBe(0);
  app.clock.advance(HOUR);
  staff = await signIn(app);
  const shorter = await draft(staff);
  const before = await app.database.db
    .selectFrom('chain_heads')
    .selectAll()
    .where('id', '=', shorter.recordID)
    .executeTakeFirstOrThrow();
  await staff.call('consentUpdate', { consentID: shorter.consentID, version: shorter.version, activeTab: 2 });
  await fileEnds(app.deps, file, new Set());
  const { recordID } = gone;
  for (const table of ['recipients', 'questions'])
    await run(sql`delete from ${sql.table(table)} where consent_id = ${gone.consentID}`);
  await run(sql`alter table timeline disable trigger timeline_append_only`);
  await run(sql`delete from timeline where case_id = ${recordID}`);
  await run(sql`delete from chain_heads where id = ${recordID}`);
  await run(sql`delete from consents where case_id = ${recordID}`);
  await run(sql`delete from cases where id = ${recordID}`);
  await run(sql`delete from timeline where case_id = ${shorter.recordID} and seq > ${before.length}`);
  await run(
    sql`update chain_heads set length = ${before.length}, head = ${before.head}, mac = ${before.mac}, at = ${before.at} where id = ${shorter.recordID}`,
  );
  await run(sql`alter table timeline enable always trigger timeline_append_only`);
  expect(await fileEnds(app.deps, file, new Set())).toBe(0);
  const { findings } = await checkAll(app.deps, { filed: await file.read() });
  const found = findings.map(({ fault, subject }) => `${fault} ${subject}`);
  expect(found).toContain(`CASE_GONE case ${recordID}`);
  expect(found).toContain(`TIMELINE_CUT case ${shorter.recordID}`);
});
