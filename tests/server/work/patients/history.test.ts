import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { ConflictField } from '#contract/patient-history.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { kept, registerTablet, sendAlone, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let reader: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  reader = await signIn(opened, 'reader@demo.nhs.uk');
});

let id: string;
beforeEach(async () => {
  id = (await staff.call('patientCreate', aPatient({ firstName: 'Amber', phoneNumber: '01632 960001' }))).data.patient.id;
});

const linesOf = async (caller: Caller = staff, page = {}) => (await caller.call('patientHistory', { id, ...page })).data;
const lastOf = async (caller: Caller = staff) => (await linesOf(caller)).records[0]!;

test('each change of the details stands with its author, time and both values, newest first', async () => {
  await staff.call('patientUpdate', { id, version: 1, firstName: 'Ambra', communication: { language: 'pl' } });
  await staff.call('patientUpdateStatus', { id, version: 2, status: 'DECEASED' });
  const { records, total } = await linesOf(reader);
  expect(total).toBe(3);
  expect(records.map(({ seq, kind, isIntact }) => [seq, kind, isIntact])).toEqual([
    [3, 'STATUS', true],
    [2, 'UPDATED', true],
    [1, 'CREATED', true],
  ]);
  expect(records[0]).toMatchObject({ changes: [{ field: 'status', from: 'ACTIVE', to: 'DECEASED' }] });
  expect(records[1]).toMatchObject({
    at: expect.stringMatching(/^2026-08-06T14:/),
    by: 'Demo Clinician',
    device: null,
    capturedAt: null,
    changes: [
      { field: 'firstName', from: 'Amber', to: 'Ambra' },
      { field: 'language', from: 'en', to: 'pl' },
    ],
  });
});

test('a save without a change, and one that is refused, leave no line', async () => {
  await staff.call('patientUpdate', { id, version: 1, firstName: 'Amber' });
  await staff.refused('patientUpdate', { id, version: 1, firstName: 'Late' });
  expect((await linesOf()).total).toBe(1);
});

test('a page of the history ends where the next one begins', async () => {
  for (let nth = 1; nth <= 4; nth += 1) await staff.call('patientUpdate', { id, version: nth, firstName: `Name${'abcd'[nth]}` });
  const first = await linesOf(staff, { limit: 3 });
  const second = await linesOf(staff, { limit: 3, page: 2 });
  expect([first, second].map(({ records }) => records.map(({ seq }) => seq))).toEqual([
    [5, 4, 3],
    [2, 1],
  ]);
  expect([...first.records, ...second.records].every(({ isIntact }) => isIntact)).toBe(true);
});

test('a change that a tablet queued names the tablet and its time', async () => {
  const tablet = await registerTablet(await signIn(app));
  const capturedAt = '2026-08-06T13:00:00.000Z';
  await sendAlone(app, tablet, kept('patientUpdate', { id, version: 1, firstName: 'Bedside' }, { capturedAt }));
  const line = await lastOf();
  expect(line).toMatchObject({ capturedAt, changes: [{ field: 'firstName', to: 'Bedside' }] });
  expect(line.device).toEqual(expect.any(String));
});

test('an import is told as one, with its values', async () => {
  const patients = [aPatient({ lastName: 'Demo-File' }), aPatient({ lastName: 'Demo-Sheet', restricted: true })];
  const bch = await signIn(app, 'bch@demo.nhs.uk');
  const { results } = (await bch.call('patientBulkAdd', { patients })).data;
  id = results[0]!.id;
  const { records } = await linesOf();
  expect(records).toMatchObject([{ kind: 'IMPORTED', seq: 1, isIntact: true }]);
  expect(records[0]!.changes).toContainEqual({ field: 'lastName', from: null, to: 'Demo-File' });
});

test('contact details of a protected patient are hidden in the history from whoever may not see them on the page', async () => {
  await staff.call('patientUpdate', { id, version: 1, phoneNumber: '01632 960777' });
  expect(JSON.stringify(await linesOf(reader))).toContain('960777');
  await staff.call('patientUpdate', { id, version: 2, restricted: true, reason: 'Asked for by the patient' });
  expect(await lastOf()).toMatchObject({ reason: 'Asked for by the patient' });
  const hidden = await linesOf(reader);
  expect(JSON.stringify(hidden)).not.toMatch(/960777|960001/);
  expect(hidden.records[1]!.changes).toEqual([{ field: 'phoneNumber', from: null, to: null, hidden: true }]);
  expect(JSON.stringify(await linesOf(staff))).toContain('960777');
});

test('what lost in a conflict on a tablet stands there once, however often it is sent', async () => {
  const tablet = await registerTablet(await signIn(app));
  const fields = [
    { field: 'lastName', mine: 'Typed', theirs: 'Saved', resolution: 'THEIRS' },
    { field: 'phoneNumber', mine: '01632 960002', theirs: '01632 960003', resolution: 'MINE' },
  ] satisfies ConflictField[];
  const op = kept('patientConflict', { id, kind: 'CHOSEN', fields, enteredAt: '2026-08-06T12:00:00.000Z' });
  for (const isReplay of [false, true]) {
    const [result] = await sendEnvelope(app, tablet, [op]);
    expect([result!.status, result!.isReplay, result!.body.data]).toEqual([200, isReplay, { id }]);
  }
  const { records, total } = await linesOf();
  expect(total).toBe(2);
  expect(records[0]).toMatchObject({
    kind: 'CHOSEN',
    enteredAt: '2026-08-06T12:00:00.000Z',
    changes: [
      { field: 'lastName', from: 'Typed', to: 'Saved', resolution: 'THEIRS' },
      { field: 'phoneNumber', from: '01632 960003', to: '01632 960002', resolution: 'MINE' },
    ],
  });
  expect(records[0]!.device).toEqual(expect.any(String));
});

test('lost contact details of a protected patient are named, and their values are not stored', async () => {
  await staff.call('patientUpdate', { id, version: 1, restricted: true, reason: 'Asked for by the patient' });
  const fields = [{ field: 'phoneNumber' as const, mine: '01632 960888', theirs: null, resolution: 'THEIRS' as const }];
  await staff.call('patientConflict', { id, kind: 'CHOSEN', fields });
  expect((await lastOf()).changes).toEqual([{ field: 'phoneNumber', from: null, to: null, resolution: 'THEIRS' }]);
  const { rows } = await sql<{
    text: string;
  }>`select changes::text as text from patient_changes where patient_id = ${id}`.execute(app.database.db);
  expect(rows.map(({ text }) => text).join()).not.toContain('960888');
});

test.each([
  [{ fields: [] }, 'fields'],
  [{ fields: [{ field: 'version', mine: '1', theirs: '2', resolution: 'MINE' }] }, 'fields.0.field'],
  [{ fields: [{ field: 'lastName', mine: 'x'.repeat(501), theirs: null, resolution: 'MINE' }] }, 'fields.0.mine'],
])('a note of a conflict that names nothing of a patient is refused', async (change, path) => {
  // Not of the call's type: a page of this build would not send it.
  const input = { id, kind: 'CHOSEN', ...change } as never;
  const entry = kept('patientConflict', input);
  const [result] = await sendEnvelope(app, staff, [entry]);
  expect([result!.status, result!.body.fields[0].path]).toEqual([400, path]);
});

test('the database refuses to change or take out a line, and a line that was forged is told', async () => {
  const { db } = app.database;
  await staff.call('patientUpdate', { id, version: 1, firstName: 'Second' });
  for (const change of [
    sql`update patient_changes set actor = 'Nobody' where patient_id = ${id}`,
    sql`delete from patient_changes where patient_id = ${id}`,
    sql`truncate patient_changes`,
  ])
    await expect(change.execute(db)).rejects.toThrow('append-only');
  await sql`alter table patient_changes disable trigger user`.execute(db);
  await sql`update patient_changes set actor = 'Nobody' where patient_id = ${id} and seq = 1`.execute(db);
  expect((await linesOf()).records.map(({ seq, isIntact }) => [seq, isIntact])).toEqual([
    [2, true],
    [1, false],
  ]);
  await sql`delete from patient_changes where patient_id = ${id} and seq = 1`.execute(db);
  expect((await linesOf()).records.map(({ seq, isIntact }) => [seq, isIntact])).toEqual([[2, false]]);
  await sql`alter table patient_changes enable always trigger patient_changes_append_only`.execute(db);
  await sql`alter table patient_changes enable always trigger patient_changes_never_emptied`.execute(db);
});

test('a history whose end was cut is told, also once another line was written, and the daily check finds it', async () => {
  const { db } = app.database;
  const cut = async (patient: string, seq: number) => {
    await sql`alter table patient_changes disable trigger user`.execute(db);
    await sql`delete from patient_changes where patient_id = ${patient} and seq >= ${seq}`.execute(db);
    await sql`alter table patient_changes enable always trigger patient_changes_append_only`.execute(db);
    await sql`alter table patient_changes enable always trigger patient_changes_never_emptied`.execute(db);
  };
  const found = async () =>
    (await checkAll(app.deps, { filed: undefined })).findings.filter(({ subject }) => subject === `patient ${id}`);
  await staff.call('patientUpdate', { id, version: 1, firstName: 'Second' });
  // A save without a change raises the version and writes no line.
  await staff.call('patientUpdate', { id, version: 2, firstName: 'Second' });
  expect([(await linesOf()).isIntact, await found()]).toEqual([true, []]);
  await cut(id, 2);
  expect(await linesOf()).toMatchObject({ isIntact: false, records: [{ seq: 1, isIntact: true }] });
  // The name stays as the line that is gone made it.
  expect(await found()).toMatchObject([{ fault: 'DETAILS_CHANGED' }, { fault: 'HISTORY_CUT' }]);
  await staff.call('patientUpdate', { id, version: 3, firstName: 'Third' });
  expect(await linesOf()).toMatchObject({
    isIntact: false,
    records: [
      { seq: 3, isIntact: false },
      { seq: 1, isIntact: true },
    ],
  });
  expect(await found()).toContainEqual(expect.objectContaining({ fault: 'HISTORY_UNRECORDED' }));
  await cut(id, 1);
  expect(await linesOf()).toMatchObject({ isIntact: false, records: [] });
});

test('the history of an unknown patient, and of another organisation’s, is not found', async () => {
  const stranger = await signIn(app, 'admin@second.nhs.uk');
  expect((await stranger.refused('patientHistory', { id })).code).toBe('NOT_FOUND');
  expect((await staff.refused('patientHistory', { id: randomUUID() })).code).toBe('NOT_FOUND');
});
