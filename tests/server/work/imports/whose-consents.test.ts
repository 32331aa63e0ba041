import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { csvOf } from '#domain/exports/csv.ts';
import { aPatient, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { consentDesk, type ConsentImport } from './consent-desk.ts';

let staff: Caller & { token: string };
let admin: Caller;
const app = useTestApp(async (opened) => {
  [staff, admin] = [await signIn(opened, 'bch@demo.nhs.uk'), await signIn(opened, 'admin@demo.nhs.uk')];
});
const desk = () => consentDesk(app, staff.token);

type Row = Partial<Record<'last' | 'first' | 'born' | 'nhs' | 'hospital' | 'side' | 'clinician' | 'id', string>>;
const BORN = '1950-03-14';
const HEADINGS = [
  'Surname',
  'Forename',
  'DOB',
  'NHS No.',
  'MRN',
  'Procedure',
  'Side',
  'Form',
  'State',
  'Signed',
  'Consultant',
  'Consent ID',
];
/** Consents of cataract surgery of the right eye, all signed on the same day. */
const fileOf = (...rows: Row[]) =>
  csvOf([
    HEADINGS,
    ...rows.map(({ last = '', first = '', born = BORN, nhs = '', hospital = '', side = 'Right', clinician = '', id = '' }) => [
      last,
      first,
      born,
      nhs,
      hospital,
      'Cataract surgery with lens implant',
      side,
      '1',
      'Signed',
      '2026-07-20',
      clinician,
      id,
    ]),
  ]);
const faultsIn = ({ data }: ConsentImport) => data.recordData.map(({ errors }) => errors.map(({ message }) => message));
async function commit(file: string, options: { rows?: readonly number[] } = {}) {
  const { data } = await desk().preview(file);
  return desk().commit(file, { digest: data.file.digest, key: randomUUID(), ...options });
}
const refusal = async (made: Promise<unknown>) =>
  made.then(
    () => null,
    ({ status, fields }: Record<string, unknown>) => ({ status, fields }),
  );

let nth = 0;
async function someone(change: Partial<Parameters<typeof aPatient>[0]> = {}) {
  nth += 1;
  const whole = { ...aPatient(), dateOfBirth: BORN, nhsNumber: testNhsNumber(700 + nth), hospitalNumber: `W-${nth}`, ...change };
  const { patient } = (await staff.call('patientCreate', whole)).data;
  return { ...patient, nhs: patient.nhsNumber ?? '', hospital: patient.hospitalNumber ?? '' };
}
const versionOf = async (id: string) => (await staff.call('patientGetDetails', { id })).data.patient.version;
async function merge(from: string, into: string) {
  await staff.call('patientUpdateStatus', { id: from, version: await versionOf(from), status: 'MERGED', mergedInto: into });
}
const DOUBLE = 'A consent of the same patient, procedure, side and day is here already';

test('a consent of a record is here already once that is merged into another one, by the numbers of either', async () => {
  const [before, last, stays] = [await someone(), await someone(), await someone()];
  await commit(fileOf({ nhs: before.nhs }));
  await merge(before.id, last.id);
  await merge(last.id, stays.id);
  const read = await desk().preview(
    fileOf(
      { nhs: stays.nhs },
      { nhs: before.nhs },
      { hospital: before.hospital },
      { nhs: stays.nhs, hospital: last.hospital },
      { last: before.lastName, first: before.firstName },
      { nhs: before.nhs, side: 'Left' },
    ),
  );
  expect(faultsIn(read)).toEqual([[DOUBLE], [DOUBLE], [DOUBLE], [DOUBLE], [DOUBLE], []]);
  expect(new Set(read.data.recordData.map(({ patient }) => patient?.id))).toEqual(new Set([stays.id]));
});

test('a consent of the number of a merged record is that of the record in use, and of its own again once the merge is undone', async () => {
  const [before, stays] = [await someone(), await someone()];
  await merge(before.id, stays.id);
  const file = fileOf({ nhs: before.nhs });
  const { data } = await commit(file);
  const { patient_id: patientId } = await app.database.db
    .selectFrom('cases')
    .select('patient_id')
    .where('id', '=', data.recordData[0]?.recordID ?? '')
    .executeTakeFirstOrThrow();
  expect(patientId).toBe(stays.id);
  expect(faultsIn(await desk().preview(file))).toEqual([[DOUBLE]]);
  await admin.call('patientUnmerge', { id: before.id, version: await versionOf(before.id), reason: 'Two sisters' });
  const after = await desk().preview(file);
  expect(faultsIn(after)).toEqual([[]]);
  expect(after.data.recordData[0]?.patient?.id).toBe(before.id);
});

test('a twin’s number under another first name is imported only where somebody has chosen the row', async () => {
  const amy = await someone({ firstName: 'Amy', lastName: 'Demo-Whitebeam' });
  const file = fileOf({ hospital: amy.hospital, last: 'Demo-Whitebeam', first: 'Amber' });
  const [row] = (await desk().preview(file)).data.recordData;
  const message = 'The patient’s record has the name DEMO-WHITEBEAM, Amy. Tick the row if it is the same person.';
  expect(row).toMatchObject({ ok: true, patient: { id: amy.id }, warnings: [{ path: 'firstName', message }] });
  expect(await refusal(commit(file))).toEqual({ status: 400, fields: [{ path: 'rows.2.firstName', message }] });
  expect((await commit(file, { rows: [2] })).data.created).toBe(1);
});

test('of two rows with the same consent either may be imported', async () => {
  const { nhs } = await someone();
  const file = fileOf({ nhs }, { nhs }, { nhs, side: 'Left' });
  const { recordData } = (await desk().preview(file)).data;
  expect(recordData.map(({ ok, doubleOf }) => [ok, doubleOf])).toEqual([
    [true, undefined],
    [false, 2],
    [true, undefined],
  ]);
  expect(await refusal(commit(file, { rows: [2, 3] }))).toMatchObject({ status: 400, fields: [{ path: 'rows.3' }] });
  expect((await commit(file, { rows: [3, 4] })).data.created).toBe(2);
});

test('a side that every object has by name is a fault of its row', async () => {
  const { nhs } = await someone();
  const faults = faultsIn(await desk().preview(fileOf({ nhs, side: 'constructor' }, { nhs, side: '__proto__' })));
  expect(faults).toEqual(Array.from({ length: 2 }, () => ['The Side must be one of LEFT, RIGHT, BOTH, NOT_APPLICABLE']));
});

test('cases go to people who may sign or send consents, and to nobody else of the name', async () => {
  const { nhs } = await someone();
  const names = ['Demo Referrer', 'Demo Nurse', 'Dr Demo Clinician', 'Demo Lead', 'CLINICIAN, Demo', 'Professor Demo-Clinician'];
  const { data } = await commit(fileOf(...names.map((clinician, at) => ({ nhs, clinician, id: `WHOSE-${at}` }))));
  const clinicians = await Promise.all(
    data.recordData.map(
      async ({ recordID = '' }) => (await staff.call('recordDetails', { id: recordID })).data.record.clinician.name,
    ),
  );
  expect(clinicians).toEqual(['Demo Lead', 'Demo Lead', 'Demo Clinician', 'Demo Lead', 'Demo Clinician', 'Demo Clinician']);
  const referrer = await signIn(app, 'referrer@demo.nhs.uk');
  expect(await referrer.refused('recordDetails', { id: data.recordData[0]?.recordID ?? '' })).toMatchObject({ status: 404 });
});
