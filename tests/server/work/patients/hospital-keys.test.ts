import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refreshDerived } from '#server/data/sync/refresh-derived.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { aPatient, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { importDesk } from '#tests/server/work/imports/desk.ts';

let staff: Caller & { token: string };
let unwritten = 0;
const app = useTestApp(async (opened) => {
  unwritten = await refreshDerived(opened.database.db);
  staff = await signIn(opened, 'bch@demo.nhs.uk');
});

let nth = 0;
async function enter(hospitalNumber: string, lastName = 'Demo-Oak') {
  nth += 1;
  const dateOfBirth = `19${String(30 + nth)}-05-17`;
  return (await staff.call('patientCreate', aPatient({ lastName, dateOfBirth, hospitalNumber }))).data;
}
const alike = ({ possibleDuplicates }: Awaited<ReturnType<typeof enter>>) =>
  possibleDuplicates.map(({ patient, reason }) => [patient.id, reason]);
const SPELLINGS = [
  ['HK-123', 'hk123'],
  ['77-4451', '774451'],
  ['hk 9.9', 'HK–99'],
] as const;

test('every row is written as it would be worked out anew', () => {
  expect(unwritten).toBe(0);
});

test.each(SPELLINGS)('%s and %s are one hospital number: entered, in a file, and in a search', async (one, other) => {
  const { patient } = await enter(one);
  const file = `Surname,Forename,DOB,MRN\nDemo-Elm,Ada,2001-02-03,${other}\n`;
  const { data } = await importDesk(app, staff.token).preview(file);
  expect(data.map(({ possibleDuplicates }) => possibleDuplicates.map(({ patient: { id }, reason }) => [id, reason]))).toEqual([
    [[patient.id, 'HOSPITAL_NUMBER']],
  ]);
  expect((await staff.call('patientSearch', { search: other })).data.map(({ id }) => id)).toContain(patient.id);
  expect(alike(await enter(other))).toEqual([[patient.id, 'HOSPITAL_NUMBER']]);
});

test('a number in nothing but strokes is nobody’s double', async () => {
  await enter('--');
  expect(alike(await enter('.'))).toEqual([]);
});

test('what a server of the build before writes is found, and no check takes it for altered', async () => {
  const { patient } = await enter('OLD-1', 'O’Demo');
  const { db } = app.database;
  await sql`update patients set search = 'o’demo ada', hospital_key = null where id = ${patient.id}`.execute(db);
  const faults = async () =>
    (await checkAll(app.deps, { filed: undefined })).findings.filter(({ subject }) => subject === `patient ${patient.id}`);
  const found = async () => (await staff.call('patientSearch', { search: 'ODemo OLD1' })).data.map(({ id }) => id);
  // By the number as it is written, before anything is made good.
  expect(alike(await enter('OLD-1'))).toEqual([[patient.id, 'HOSPITAL_NUMBER']]);
  expect([(await faults()).length, await found()]).toEqual([1, []]);
  expect(await refreshDerived(db)).toBe(1);
  expect([await faults(), await found()]).toEqual([[], [patient.id]]);
  expect(alike(await enter('old1'))).toContainEqual([patient.id, 'HOSPITAL_NUMBER']);
});

test('the people and tablets of an earlier build are found anew as well', async () => {
  const { db } = app.database;
  await sql`update users set search = 'nobody' where email = 'bch@demo.nhs.uk'`.execute(db);
  expect(await refreshDerived(db)).toBe(1);
  expect(await refreshDerived(db)).toBe(0);
  expect((await sql`select id from users where search = 'nobody'`.execute(db)).rows).toEqual([]);
});
