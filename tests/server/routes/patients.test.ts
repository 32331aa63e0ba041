import { expect, test } from 'vitest';
import { aPatient, draft, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

const create = async (change: Parameters<typeof aPatient>[0] = {}) => (await staff.call('patientCreate', aPatient(change))).data;
const raw = (payload: object) =>
  app.ask({ method: 'POST', url: '/api/patient/create', headers: { authorization: `Bearer ${staff.token}` }, payload });
const found = async (search: string) => (await staff.call('patientSearch', { search })).data.map(({ id }) => id);

test('a new patient has a readable number of the organisation, one after the other, and version 1', async () => {
  const [one, two] = [(await create()).patient, (await create()).patient];
  expect(one).toMatchObject({
    status: 'ACTIVE',
    version: 1,
    mergedInto: null,
    communication: { language: 'en', interpreterNeeded: false, format: 'STANDARD' },
  });
  expect(one.recordID).toMatch(/^P-\d{6}$/);
  expect(Number(two.recordID?.slice(2))).toBe(Number(one.recordID?.slice(2)) + 1);
});

test('a patient made on a device keeps its id, and a second one cannot have it', async () => {
  const id = '018f0000-0000-7000-8000-0000000000aa';
  expect((await create({ id })).patient.id).toBe(id);
  expect((await staff.refused('patientCreate', aPatient({ id }))).fields).toMatchObject([{ path: 'id' }]);
});

test.each(['9995000007x', '999500', '12345678901', '9990000019', 'abc', '999-000-001'])(
  'the NHS number %s is reported, never corrected',
  async (nhsNumber) => {
    const answer = await raw({ ...aPatient(), nhsNumber });
    expect(answer).toMatchObject({ status: 400, body: { error: 'INVALID', fields: [{ path: 'nhsNumber' }] } });
  },
);

test('an NHS number may be typed in groups of 3 3 4 and is kept as ten digits', async () => {
  const digits = testNhsNumber(1);
  for (const typed of [
    `${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
    `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
  ])
    expect((await create({ nhsNumber: typed })).patient.nhsNumber).toBe(digits);
});

test.each([
  // It is three in the afternoon at the hospital.
  ['of tomorrow', '2026-08-07', 'The Date of birth must not be in the future'],
  ['before 1900', '1899-12-31', 'The Date of birth must not be before 1 January 1900'],
  ['on a day that never was', '2023-02-29', 'The Date of birth must be a real date like 1950-03-14'],
  ['with a time', '1950-03-14T00:00:00Z', 'The Date of birth must be a real date like 1950-03-14'],
])('a birth date %s is refused', async (_, dateOfBirth, message) => {
  expect((await raw({ ...aPatient(), dateOfBirth })).body.fields).toEqual([{ path: 'dateOfBirth', message }]);
});

test('a birth date of today is taken, and an edit cannot move one into the future', async () => {
  const { patient } = await create({ dateOfBirth: '2026-08-06' });
  expect((await staff.refused('patientUpdate', { id: patient.id, version: 1, dateOfBirth: '2026-08-07' })).fields).toMatchObject([
    { path: 'dateOfBirth' },
  ]);
});

test('a likely double is reported by number, hospital number, or name and birth date, and never refused', async () => {
  const nhsNumber = testNhsNumber(2);
  const { patient: first } = await create({
    lastName: 'Demo-Żółć-Double',
    dateOfBirth: '1961-02-03',
    nhsNumber,
    hospitalNumber: 'HX1',
  });
  const reasons = async (change: object) => {
    const { possibleDuplicates } = await create({ dateOfBirth: '1970-01-01', ...change });
    return possibleDuplicates.filter(({ patient }) => patient.id === first.id).map(({ reason }) => reason);
  };
  expect(await reasons({ nhsNumber })).toEqual(['NHS_NUMBER']);
  expect(await reasons({ hospitalNumber: 'HX1' })).toEqual(['HOSPITAL_NUMBER']);
  expect(await reasons({ lastName: 'DEMO-ŻÓŁĆ-DOUBLE', dateOfBirth: '1961-02-03' })).toEqual(['NAME_AND_BIRTH']);
  expect(await reasons({ lastName: 'Demo-Zolc-Double', dateOfBirth: '1961-02-03' })).toEqual(['NAME_AND_BIRTH']);
  expect(await reasons({ lastName: 'Demo-Żółć-Double', dateOfBirth: '1961-02-04' })).toEqual([]);
  expect(await reasons({ lastName: 'Demo-Somebody', dateOfBirth: '1961-02-03' })).toEqual([]);
});

test('a patient is found by any name, number or birth date, however these are typed', async () => {
  const nhsNumber = testNhsNumber(3);
  const { patient } = await create({
    firstName: 'Zofia',
    lastName: 'Demo-Brzęczyszczykiewicz',
    dateOfBirth: '1931-12-24',
    nhsNumber,
    hospitalNumber: 'ZX-77',
  });
  for (const search of [
    'Brzęczyszczykiewicz',
    'BRZĘCZY',
    'brzeczy',
    'zofia brzeczy',
    'Demo-Brzęczyszczykiewicz, Zofia',
    nhsNumber,
    `${nhsNumber.slice(0, 3)} ${nhsNumber.slice(3, 6)} ${nhsNumber.slice(6)}`,
    'zx-77',
    '1931-12-24',
    '24/12/1931',
    patient.recordID ?? '',
    patient.recordID?.toLowerCase() ?? '',
  ])
    expect([search, await found(search)]).toEqual([search, [patient.id]]);
});

test.each([
  ['Demo-Żółkiewska', 'zolkiewska'],
  ['Demo-Zolkiewskiej', 'żółkiewskiej'],
  ['Demo-Sørensen', 'sorensen'],
  ['Demo-Müllerstraße', 'mullerstrasse'],
  ['Demo-Đặng', 'dang'],
  ['Demo-O’Nilly', "o'nilly"],
  ["Demo-O'Nolly", 'o’nolly'],
  ['Demo-伟诺', '伟诺'],
  ['Demo-رحيمة', 'رحيمة'],
  ['Demo-রহিমানা', 'রহিমানা'],
])('%s is found by typing %s', async (lastName, search) => {
  const { patient } = await create({ lastName });
  expect(await found(search)).toContain(patient.id);
});

test('wildcards of the database mean nothing in a search, and an empty one finds nobody', async () => {
  for (const search of ['%', '_', '%%', '\\', "' or 1=1 --", '']) expect(await found(search)).toEqual([]);
  expect((await staff.call('patientGet', { search: '' })).data.total).toBeGreaterThan(30);
});

test('who starts with what was typed stands first', async () => {
  const { patient: inside } = await create({ firstName: 'Quillon', lastName: 'Aaa-Demo' });
  const { patient: start } = await create({ lastName: 'Quillon-Demo' });
  expect(await found('quillon')).toEqual([start.id, inside.id]);
});

test('lists come in pages that add up, ten at a time unless asked otherwise', async () => {
  const first = (await staff.call('patientGet', {})).data;
  expect(first).toMatchObject({ page: 1, limit: 10 });
  expect(first.records).toHaveLength(10);
  expect(first.pages).toBe(Math.ceil(first.total / 10));
  const seen = new Set<string>();
  for (let page = 1; page <= first.pages; page += 1)
    for (const { id } of (await staff.call('patientGet', { page })).data.records) seen.add(id);
  expect(seen.size).toBe(first.total);
  expect((await staff.call('patientGet', { page: first.pages + 1 })).data.records).toEqual([]);
});

test('a filter takes any case and ALL, and an unknown word is refused with the allowed ones', async () => {
  const { patient } = await create();
  await staff.call('patientUpdateStatus', { id: patient.id, version: 1, status: 'DECEASED' });
  const deceased = await app.ask({
    url: '/api/patient/get?status=deceased',
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(deceased.body.data.records.map(({ id }: { id: string }) => id)).toEqual([patient.id]);
  const all = (await staff.call('patientGet', { status: 'ALL' })).data.total;
  expect((await staff.call('patientGet', {})).data.total).toBe(all);
  const refusedAt = async (path: string) =>
    (await app.ask({ url: `/api/${path}`, headers: { authorization: `Bearer ${staff.token}` } })).body.fields;
  expect(await refusedAt('patient/get?status=ASLEEP')).toEqual([
    { path: 'status', message: 'The status must be one of ACTIVE, INACTIVE, DECEASED, MERGED, ALL' },
  ]);
  expect((await refusedAt('record/get?status=GONE'))[0].message).toContain('PARTIALLY_SIGNED');
  expect((await refusedAt('record/get?duration=AGES'))[0].message).toContain('QUARTER');
  expect((await refusedAt('procedure/get?status=NEW'))[0].message).toContain('RETIRED');
});

test('cases and consents are found by the same words as their patient', async () => {
  const { patient } = await create({ lastName: "Demo-O'Łęcka", nhsNumber: testNhsNumber(4) });
  const made = await draft(staff, { patientID: patient.id });
  const nhs = testNhsNumber(4);
  for (const search of ["o'łęcka", 'O’LECKA', `${nhs.slice(0, 3)} ${nhs.slice(3, 6)} ${nhs.slice(6)}`]) {
    expect([search, (await staff.call('recordGet', { search })).data.records.map(({ recordID }) => recordID)]).toEqual([
      search,
      [made.recordID],
    ]);
    expect([search, (await staff.call('consentGetAll', { search })).data.records.map(({ consentID }) => consentID)]).toEqual([
      search,
      [made.consentID],
    ]);
  }
  const mine = (await staff.call('consentGetConsents', { search: "o'łęcka", myConsents: true })).data;
  expect(mine.total).toBe(1);
});

test('an edit changes what is given, empties what is null, and leaves the rest', async () => {
  const { patient } = await create({
    firstName: 'Before',
    hospitalNumber: 'KEEP-1',
    phoneNumber: '01632 960 001',
    emailAddress: 'Demo@Example.org',
  });
  const { data } = await staff.call('patientUpdate', { id: patient.id, version: 1, firstName: 'After', phoneNumber: null });
  expect(data).toMatchObject({
    firstName: 'After',
    lastName: patient.lastName,
    hospitalNumber: 'KEEP-1',
    phoneNumber: null,
    emailAddress: 'demo@example.org',
    version: 2,
  });
  expect(await found('After')).toContain(patient.id);
});

test('details show the cases of the patient, newest first, and to readers of consents alone', async () => {
  const { patient } = await create();
  const [one, two] = [await draft(staff, { patientID: patient.id }), await draft(staff, { patientID: patient.id })];
  const { data } = await staff.call('patientGetDetails', { id: patient.id });
  expect(data.records.map(({ recordID }) => recordID)).toEqual([two.recordID, one.recordID]);
});
