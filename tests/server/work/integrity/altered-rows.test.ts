import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { fileEnds } from '#server/work/integrity/daily-check.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { aPatient, draft, handOver, sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import {
  addRow,
  alterColumn,
  catalogue,
  deleteRow,
  exchangeRows,
  keepRows,
  putBack,
  putRowBack,
  takeGuardsAway,
  type CataloguedTable,
} from '#tests/support/integrity/altered-rows.ts';
import { COLUMN_COVERAGE } from '#tests/support/integrity/column-coverage.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let file: HeadsFile;
let tables: CataloguedTable[] = [];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-altered-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
});

/** Two cases with all that the check compares: one to its end, one that is out and listed, with a question that waits. */
async function liveOn(): Promise<void> {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const form = await sent(staff, { patientID: patient.id });
  const holder = await handOver(app, staff, { consentID: form.consentID });
  for (const text of ['How long does it take?', 'Will it hurt?'])
    await holder.call('recordQuestion', { consentID: form.consentID, text });
  const { consents, record } = (await staff.call('recordDetails', { id: form.recordID })).data;
  for (const { id } of consents[0]?.questions ?? []) await staff.call('recordAnswer', { id, answer: 'An hour' });
  const listed = { date: localDate(app.clock.now() + DAY, 'Europe/London'), theatre: 'Theatre 1', listType: 'THEATRE' } as const;
  await staff.call('recordUpdate', { recordID: form.recordID, version: record.version, listed });
  await signAll(app, staff, form);
  await app.doJobs();
  const other = await sent(staff);
  await staff.call('recordRecall', { consentID: other.consentID, reason: 'Another day' });
  await draft(staff);
  const { data } = await staff.call('patientGetDetails', { id: patient.id });
  await staff.call('patientUpdate', { id: patient.id, version: data.patient.version, sex: 'FEMALE' });
}

/** Changes rows of before, so that old ones can be put back. */
async function change(): Promise<void> {
  const { records } = (await staff.call('recordGet', { status: 'SIGNED', limit: 100 })).data;
  for (const { recordID } of records) {
    const { record } = (await staff.call('recordDetails', { id: recordID })).data;
    const { patient } = (await staff.call('patientGetDetails', { id: record.patient.id })).data;
    await staff.call('patientUpdate', { id: patient.id, version: patient.version, firstName: 'Renamed' });
    await staff.call('recordWithdraw', { consentID: record.inForceConsentID ?? '', reason: 'Changed their mind' });
  }
  await app.doJobs();
}

const found = async () =>
  (await checkAll(app.deps, { filed: await file.read(), isDeep: true })).findings.filter(({ fault }) => fault !== 'GUARD_OFF');

beforeAll(async () => {
  await liveOn();
  await liveOn();
  tables = await catalogue(app.database.db);
  await fileEnds(app.deps, file, new Set());
  await keepRows(app.database.db, tables, 'before');
  await change();
  await fileEnds(app.deps, file, new Set());
  await keepRows(app.database.db, tables, 'now');
  await takeGuardsAway(app.database.db);
});

const coverageOf = (table: string, column: string) =>
  COLUMN_COVERAGE[table]?.find(([, , columns]) => columns.split(' ').includes(column))?.[0];
const isCovered = ({ table }: CataloguedTable) =>
  COLUMN_COVERAGE[table]?.some(([coverage]) => coverage === 'CHAIN' || coverage === 'COMPARED') === true;

/** Alters, checks, and puts the rows back. @returns whether it was found; undefined where there was nothing to alter */
async function isFound(table: CataloguedTable, alter: () => Promise<boolean>): Promise<boolean | undefined> {
  if (!(await alter())) return undefined;
  const isSeen = (await found()).length > 0;
  await putBack(app.database.db, table, 'now');
  return isSeen;
}

test('each column that is said to be covered is: altered in the database it is a finding', async () => {
  expect(await found()).toEqual([]);
  const { db } = app.database;
  const missed: string[] = [];
  let altered = 0;
  for (const table of tables)
    for (const column of table.columns) {
      const coverage = coverageOf(table.table, column.name);
      if (coverage !== 'CHAIN' && coverage !== 'COMPARED') continue;
      const seen = await isFound(table, () => alterColumn(db, table, column));
      if (seen !== undefined) altered += 1;
      if (seen === false) missed.push(`${table.table}.${column.name}`);
    }
  expect(missed).toEqual([]);
  expect(altered).toBeGreaterThanOrEqual(240);
  expect(await found()).toEqual([]);
}, 600_000);

/** Rows keep their content, but for their ids, which no document and no light goes by: the same file once more says nothing else. */
const IDS_ALONE = ['documents: two rows exchanged', 'documents: row added'];

test('rows of covered tables that are added, deleted, exchanged, put back or rolled back are a finding', async () => {
  const { db } = app.database;
  const missed: string[] = [];
  let altered = 0;
  for (const table of tables.filter(isCovered)) {
    const kinds: Record<string, () => Promise<boolean>> = {
      'row added': () => addRow(db, table),
      'first row deleted': () => deleteRow(db, table, 'first'),
      'last row deleted': () => deleteRow(db, table, 'last'),
      'two rows exchanged': () => exchangeRows(db, table),
      'old row put back': () => putRowBack(db, table, 'before'),
      'table rolled back': () => putBack(db, table, 'before'),
    };
    for (const [kind, alter] of Object.entries(kinds)) {
      const seen = await isFound(table, alter);
      if (seen !== undefined) altered += 1;
      if (seen === false && !IDS_ALONE.includes(`${table.table}: ${kind}`)) missed.push(`${table.table}: ${kind}`);
    }
  }
  expect(missed).toEqual([]);
  expect(altered).toBeGreaterThanOrEqual(110);
}, 600_000);
